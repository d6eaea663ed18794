import type { Tx } from '../../database/db/db.ts'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import { holdsFiles } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId, FileId } from '../../kit/values/ids.ts'
import type { AttachPermit } from '../../uploads/model/upload-permit.ts'
import { removeUploadsOf } from '../../uploads/store/uploads.ts'
import { attachFiles, detachFiles, loadAttachableFiles } from '../store/attachable-files.ts'

/** A change of attached files. */
export interface AttachmentChange {
  readonly permit: AttachPermit
  readonly artifact: { readonly id: ArtifactId }
  /** every field of its tracker */
  readonly fields: readonly Field[]
  /** {} of a new artifact */
  readonly before: StoredValues
  /** Changed values, or all values after the change. */
  readonly after: StoredValues
}

/**
 * Attaches and detaches files in the transaction of the change. If another transaction took a file meanwhile, the whole
 * change fails with a conflict (docs/api/field-values.md §9; 409 where Tuleap answers 500).
 */
export async function updateAttachments(
  tx: Tx,
  { permit, artifact, fields, before, after }: AttachmentChange,
): Promise<void> {
  for (const field of fields) {
    if (!holdsFiles(field) || after[field.id] === undefined) continue
    // One query for each file field, of which a tracker has one or two.
    const [had, has] = [filesIn(before, field), filesIn(after, field)]
    const added = has.filter((id) => !had.includes(id))
    // The transaction that removes the upload row first gets the file: another change, the cleanup job, or a
    // cancellation.
    await removeUploadsOf(tx, permit, added)
    const attached = await attachFiles(tx, permit, added, { artifact: artifact.id, field: field.id })
    const failed = added.find((id) => !attached.has(id))
    if (failed !== undefined) throw await refusalFor(tx, failed)
    await detachFiles(
      tx,
      permit,
      had.filter((id) => !has.includes(id)),
      artifact.id,
    )
  }
}

/** Returns the files that a change attaches, of all fields. */
export const listAddedFiles = ({ fields, before, after }: Omit<AttachmentChange, 'permit' | 'artifact'>): FileId[] =>
  fields.flatMap((field) => {
    if (!holdsFiles(field) || after[field.id] === undefined) return []
    const had = filesIn(before, field)
    return filesIn(after, field).filter((id) => !had.includes(id))
  })

// fields/model/field.ts: file ids, absent when there never were any.
const filesIn = (values: StoredValues, { id }: Field): readonly FileId[] => (values[id] ?? []) as readonly FileId[]

async function refusalFor(tx: Tx, id: FileId): Promise<Refusal> {
  const file = (await loadAttachableFiles(tx, [id])).get(id)
  if (file?.status !== 'attached' || file.artifactId === null)
    return new Refusal('absent', message`File #${id} not found`)
  return new Refusal('conflict', message`File #${id} is already linked to artifact #${file.artifactId}`)
}
