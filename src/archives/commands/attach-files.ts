import type { Tx } from '../../database/db/db.ts'
import { holdsFiles } from '../../fields/registry/capabilities.ts'
import { describeFile } from '../../fields/types/file.ts'
import type { ArtifactId, FileId } from '../../kit/values/ids.ts'
import { buildNameKey as keyOfName } from '../../trackers/xml/parse/form.ts'
import { findAttachments, keepAttachedFiles } from '../parse/attachments.ts'
import { replaceFileUrls } from '../parse/html-urls.ts'
import { findArchiveAuthor } from '../parse/users-of-archive.ts'
import { addFiles, type NewFile } from '../store/files.ts'
import type { HistoryImport, ImportedHistory } from './history-import.ts'

export interface AttachedFiles {
  /** Returns the artifacts with the files that stay attached, and their HTML pointing at the new files. */
  readonly replayed: readonly ImportedHistory[]
  readonly fileOf: (artifact: ArtifactId, key: string) => FileId | undefined
  readonly files: number
}

/**
 * docs/api/archive-format.md §3.4 rule 10: attaches each file once, with author and date of the first changeset that
 * refers to it.
 */
export async function attachFiles(
  tx: Tx,
  batch: readonly ImportedHistory[],
  context: HistoryImport,
): Promise<AttachedFiles> {
  const { permit, storedFiles, accounts } = context
  const keys: string[] = []
  const files: NewFile[] = []
  for (const { archived, artifact, tracker } of batch) {
    for (const { file, fieldName, changeset } of findAttachments(archived)) {
      const field = tracker.fieldByName.get(keyOfName(fieldName))
      const bytes = storedFiles.get(file.path)
      if (field === undefined || !holdsFiles(field) || !field.isUsed || bytes === undefined) continue
      const { name, mediaType, description } = file
      const { submittedBy } = findArchiveAuthor(changeset.person, accounts)
      const { submittedOn: createdOn } = changeset
      const place = { fieldId: field.id, artifactId: artifact.id }
      keys.push(fileKey(artifact.id, file.key))
      files.push({ name, mediaType, description, submittedBy, createdOn, size: bytes.size, blob: bytes.name, ...place })
    }
  }
  const ids = await addFiles(tx, permit, files)
  const byKey = new Map(keys.map((key, index) => [key, ids[index] as FileId]))
  const fileOf = (artifact: ArtifactId, key: string) => byKey.get(fileKey(artifact, key))
  const displayed = new Map(files.map((file, index) => [ids[index], file]))

  const replayed = batch.map((each): ImportedHistory => {
    const idOf = (key: string) => fileOf(each.artifact.id, key)
    const addressOf = (oldId: string): string | undefined => {
      const id = idOf(`fileinfo_${oldId}`)
      const file = displayed.get(id)
      return id === undefined || file === undefined ? undefined : describeFile({ ...file, id }).html_url
    }
    const lasting = keepAttachedFiles(each.archived, ({ key }) => idOf(key) !== undefined, context.tulipwood !== null)
    return { ...each, archived: replaceFileUrls(lasting, addressOf) }
  })
  return { replayed, fileOf, files: files.length }
}

// The same key may identify other files in other artifacts.
const fileKey = (artifact: ArtifactId, key: string): string => `${artifact} ${key}`
