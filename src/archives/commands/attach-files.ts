import { describeFile } from '../../fields/types/file.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId, FileId } from '../../kit/ids.ts'
import { attachmentsOf, withLastingFiles } from '../reading/attachments.ts'
import { keyOf as keyOfName } from '../reading/form.ts'
import { withNewAddresses } from '../reading/html-addresses.ts'
import { authorOf } from '../reading/people.ts'
import { addFiles, type NewFile } from '../store/files.ts'
import type { HistoryWriting, Replayed } from './history-writing.ts'

export interface AttachedFiles {
  /** The same artifacts, their files lasting and their HTML pointing at the new files. */
  readonly replayed: readonly Replayed[]
  readonly fileOf: (artifact: ArtifactId, key: string) => FileId | undefined
  readonly files: number
}

/**
 * docs/api/archive-format.md §3.4 rule 10: each file once, by whom and when the first changeset that refers to it was
 * made.
 */
export async function attachFiles(tx: Tx, batch: readonly Replayed[], writing: HistoryWriting): Promise<AttachedFiles> {
  const { stored, accounts } = writing
  const keys: string[] = []
  const files: NewFile[] = []
  for (const { archived, artifact, tracker } of batch) {
    for (const { file, fieldName, changeset } of attachmentsOf(archived)) {
      const field = tracker.fieldByName.get(keyOfName(fieldName))
      const bytes = stored.get(file.path)
      if (field?.type !== 'file' || !field.isUsed || bytes === undefined) continue
      const { name, mediaType, description } = file
      const { submittedBy } = authorOf(changeset.person, accounts)
      const { submittedOn: createdOn } = changeset
      const place = { fieldId: field.id, artifactId: artifact.id }
      keys.push(keyOf(artifact.id, file.key))
      files.push({ name, mediaType, description, submittedBy, createdOn, size: bytes.size, blob: bytes.name, ...place })
    }
  }
  const ids = await addFiles(tx, files)
  const byKey = new Map(keys.map((key, index) => [key, ids[index] as FileId]))
  const fileOf = (artifact: ArtifactId, key: string) => byKey.get(keyOf(artifact, key))
  const shown = new Map(files.map((file, index) => [ids[index], file]))

  const replayed = batch.map((each): Replayed => {
    const idOf = (key: string) => fileOf(each.artifact.id, key)
    const addressOf = (oldId: string): string | undefined => {
      const id = idOf(`fileinfo_${oldId}`)
      const file = shown.get(id)
      return id === undefined || file === undefined ? undefined : describeFile({ ...file, id }).html_url
    }
    const lasting = withLastingFiles(each.archived, ({ key }) => idOf(key) !== undefined, writing.ours !== null)
    return { ...each, archived: withNewAddresses(lasting, addressOf) }
  })
  return { replayed, fileOf, files: files.length }
}

// The same key may stand for other files in other artifacts.
const keyOf = (artifact: ArtifactId, key: string): string => `${artifact} ${key}`
