import type { Notes } from '../findings.ts'
import { ArchiveProblem } from '../problem.ts'
import type { ArchivedArtifact } from '../reading/artifact.ts'
import { attachmentsOf, finalReferences } from '../reading/attachments.ts'
import type { ArchiveSource } from '../source.ts'

/**
 * Paths of the files an artifact brings along; one without bytes is left out (docs/api/archive-format.md §1.8, §3.4
 * rule 10). An artifact that comes back must have those that it still had.
 */
export async function checkFiles(
  archive: ArchiveSource,
  artifact: ArchivedArtifact,
  notes: Notes,
  isRestored = false,
): Promise<string[]> {
  const stillAttached = finalReferences(artifact)
  const paths: string[] = []
  for (const { file } of attachmentsOf(artifact)) {
    const found = await lookFor(archive, file.path, file.line, notes)
    if (found === 'there') paths.push(file.path)
    if (found !== 'missing') continue
    const text = `The file ${file.path} of "${file.name}" is not in the archive`
    const isAttached = stillAttached.has(file.key)
    const why = isAttached ? 'it is left out' : 'it was removed later and is left out'
    if (isAttached && isRestored) notes.problem('artifact-archive', file.line, text)
    else notes.remark('file-without-bytes', file.line, `${text}: ${why}`)
  }
  return paths
}

async function lookFor(
  archive: ArchiveSource,
  path: string,
  line: number,
  notes: Notes,
): Promise<'there' | 'missing' | 'refused'> {
  if (path === '') return 'missing'
  try {
    return (await archive.has(path)) ? 'there' : 'missing'
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error
    notes.problem('unsafe-path', line, error.message)
    return 'refused'
  }
}
