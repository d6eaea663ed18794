import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { FileId } from '../../kit/values/ids.ts'
import type { FileToAttach, InputParser, WriteContext } from '../contexts/write-context.ts'
import type { Field } from '../model/field.ts'
import { parseId, toMessageText } from '../parse/parse-id.ts'

/**
 * Parses attachments: the complete set after the change (docs/api/field-values.md §9, docs/api/attachments.md §6.6).
 */
export const fileInput: InputParser<readonly FileId[]> = {
  collectNeeds({ value }, _field, into) {
    for (const id of parseFileIds(value)) into.files.add(id)
  },
  parse({ value }, field, context) {
    if (value === null) return undefined
    if (!Array.isArray(value)) throw fileListExpected(field)
    const ids = new Set(parseFileIds(value))
    const invalid = value.find((each) => parseId(each) === undefined)
    if (invalid !== undefined) throw new Refusal('absent', message`File #${toMessageText(invalid)} not found`)
    // fields/model/field.ts: file ids, undefined when there never were any.
    const keptIds = ((context.currentValue ?? []) as readonly FileId[]).filter((id) => ids.has(id))
    const added = [...ids].filter((id) => !keptIds.includes(id))
    for (const id of added) assertAttachable(id, field, context)
    return [...keptIds, ...added]
  },
  isEmpty: (ids) => ids === undefined || ids.length === 0,
}

// Untrusted ids; validated by the lookup of the files.
const parseFileIds = (value: unknown): FileId[] =>
  Array.isArray(value) ? value.flatMap((each) => (parseId(each) as FileId | undefined) ?? []) : []

const fileListExpected = ({ id }: Field): Refusal =>
  new Refusal(
    'invalid',
    message`Invalid format for file field "${id}".  Correct format is {"field_id" : 425, "value" : [457, 258]}`,
  )

function assertAttachable(id: FileId, field: Field, context: WriteContext): void {
  const file = context.fileOf(id)
  if (file?.status === 'attached' && file.artifactId !== null && isKnown(file, context)) {
    throw new Refusal(
      'conflict',
      file.artifactId === context.artifactId
        ? message`File #${id} is already in another field of this artifact`
        : message`File #${id} is already linked to artifact #${file.artifactId}`,
    )
  }
  if (file === undefined || !isAttachable(file, field, context))
    throw new Refusal('absent', message`File #${id} not found`)
}

/** Others do not learn that the file and its artifact exist. */
const isKnown = (file: FileToAttach, { caller }: WriteContext): boolean =>
  file.isVisible || (file.submittedBy !== null && file.submittedBy === getUserId(caller))

/**
 * docs/api/attachments.md §6.6, §4: complete, not expired, of the writer, and uploaded for this very field or for none.
 */
const isAttachable = (file: FileToAttach, field: Field, { caller, now }: WriteContext): boolean =>
  file.status === 'complete' &&
  file.artifactId === null &&
  (file.expiresOn === null || file.expiresOn > now) &&
  file.submittedBy !== null &&
  file.submittedBy === getUserId(caller) &&
  (file.fieldId === null || file.fieldId === field.id)
