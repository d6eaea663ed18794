import type { Field, StoredValues } from '../../fields/field.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId, FileId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { forgetUploadsOf } from '../../uploads/store/uploads.ts'
import { attachFiles, detachFiles, loadAttachableFiles } from '../store/attachable-files.ts'

/** Files that a change attaches and detaches. */
export interface AttachmentChange {
  readonly artifact: { readonly id: ArtifactId }
  /** every field of its tracker */
  readonly fields: readonly Field[]
  /** {} of a new artifact */
  readonly before: StoredValues
  /** What changes, or all values as they are afterwards. */
  readonly after: StoredValues
}

/**
 * Attaches and detaches files in the transaction of the change. A file that somebody else took since it was looked at is
 * a conflict, and the whole change with it (docs/api/field-values.md §9; 409 where Tuleap answers 500).
 */
export async function updateAttachments(tx: Tx, { artifact, fields, before, after }: AttachmentChange): Promise<void> {
  for (const field of fields) {
    if (field.type !== 'file' || after[field.id] === undefined) continue
    // A query for each field of files, of which a tracker has one or two.
    const [had, has] = [filesIn(before, field), filesIn(after, field)]
    const added = has.filter((id) => !had.includes(id))
    // Whoever takes the row of the upload away first has the file: another change, the sweep, who takes it back.
    await forgetUploadsOf(tx, added)
    const attached = await attachFiles(tx, added, { artifact: artifact.id, field: field.id })
    const failed = added.find((id) => !attached.has(id))
    if (failed !== undefined) throw await refusalFor(tx, failed)
    await detachFiles(
      tx,
      had.filter((id) => !has.includes(id)),
      artifact.id,
    )
  }
}

/** Files that a change attaches, of all fields. */
export const addedFiles = ({ fields, before, after }: Omit<AttachmentChange, 'artifact'>): FileId[] =>
  fields.flatMap((field) => {
    if (field.type !== 'file' || after[field.id] === undefined) return []
    const had = filesIn(before, field)
    return filesIn(after, field).filter((id) => !had.includes(id))
  })

// fields/field.ts: file ids, absent when there never were any.
const filesIn = (values: StoredValues, { id }: Field): readonly FileId[] => (values[id] ?? []) as readonly FileId[]

async function refusalFor(tx: Tx, id: FileId): Promise<Refusal> {
  const file = (await loadAttachableFiles(tx, [id])).get(id)
  if (file?.state !== 'attached' || file.artifactId === null) return new Refusal('absent', `File #${id} not found`)
  return new Refusal('conflict', `File #${id} is already linked to artifact #${file.artifactId}`)
}
