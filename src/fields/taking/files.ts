import { userIdOf } from '../../kit/caller.ts'
import type { FileId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Field } from '../field.ts'
import type { Accepting, AttachableFile, Writing } from '../writing.ts'
import { asSaid, sentId } from './sent.ts'

/**
 * How attachments are taken: the complete set there is to be afterwards (docs/api/field-values.md §9,
 * docs/api/attachments.md §6.6).
 */
export const takeFiles: Writing<readonly FileId[]> = {
  needs({ value }, _field, into) {
    for (const id of idsIn(value)) into.files.add(id)
  },
  accept({ value }, field, context) {
    if (value === null) return undefined
    if (!Array.isArray(value)) throw listExpected(field)
    const wanted = new Set(idsIn(value))
    const odd = value.find((each) => sentId(each) === undefined)
    if (odd !== undefined) throw new Refusal('absent', `File #${asSaid(odd)} not found`)
    // fields/field.ts: file ids, undefined when there never were any.
    const kept = ((context.before ?? []) as readonly FileId[]).filter((id) => wanted.has(id))
    const added = [...wanted].filter((id) => !kept.includes(id))
    for (const id of added) refuseUnlessFree(id, field, context)
    return [...kept, ...added]
  },
  isEmpty: (ids) => ids === undefined || ids.length === 0,
}

// Ids from outside: files are looked for by them.
const idsIn = (value: unknown): FileId[] =>
  Array.isArray(value) ? value.flatMap((each) => (sentId(each) as FileId | undefined) ?? []) : []

const listExpected = ({ id }: Field): Refusal =>
  new Refusal(
    'invalid',
    `Invalid format for file field "${id}".  Correct format is {"field_id" : 425, "value" : [457, 258]}`,
  )

function refuseUnlessFree(id: FileId, field: Field, context: Accepting): void {
  const file = context.fileOf(id)
  if (file?.state === 'attached' && file.artifactId !== null) {
    throw new Refusal('conflict', `File #${id} is already linked to artifact #${file.artifactId}`)
  }
  if (file === undefined || !isOwnAndFree(file, field, context)) throw new Refusal('absent', `File #${id} not found`)
}

/**
 * docs/api/attachments.md §6.6, §4: complete, not expired, of the writer, and uploaded for this very field or for none.
 */
const isOwnAndFree = (file: AttachableFile, field: Field, { caller, now }: Accepting): boolean =>
  file.state === 'complete' &&
  file.artifactId === null &&
  (file.expiresOn === null || file.expiresOn > now) &&
  file.submittedBy !== null &&
  file.submittedBy === userIdOf(caller) &&
  (file.fieldId === null || file.fieldId === field.id)
