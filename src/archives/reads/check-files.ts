import { message } from '../../kit/messages/message.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { ArchiveError } from '../container/archive-error.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import type { ArchivedArtifact } from '../parse/artifact.ts'
import { collectLastFileReferences, findAttachments } from '../parse/attachments.ts'

/**
 * Returns the paths of the files of an artifact; missing ones are dropped (docs/api/archive-format.md §1.8, §3.4 rule
 * 10), except in restores, which require all attached files.
 */
export async function checkFiles(
  archive: ArchiveSource,
  artifact: ArchivedArtifact,
  notes: FindingReporter,
  isRestored = false,
): Promise<string[]> {
  const stillAttached = collectLastFileReferences(artifact)
  const paths: string[] = []
  for (const { file } of findAttachments(artifact)) {
    const status = await findFile(archive, file.path, file.line, notes)
    if (status === 'there') paths.push(file.path)
    if (status !== 'missing') continue
    const text = message`The file ${file.path} of "${file.name}" is not in the archive`
    const isAttached = stillAttached.has(file.key)
    const why = isAttached ? message`it is left out` : message`it was removed later and is left out`
    if (isAttached && isRestored) notes.problem('artifact-archive', file.line, text)
    else notes.remark('file-without-bytes', file.line, message`${text}: ${why}`)
  }
  return paths
}

async function findFile(
  archive: ArchiveSource,
  path: string,
  line: number,
  notes: FindingReporter,
): Promise<'there' | 'missing' | 'refused'> {
  if (path === '') return 'missing'
  try {
    return (await archive.has(path)) ? 'there' : 'missing'
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    notes.problem('unsafe-path', line, error.text)
    return 'refused'
  }
}
