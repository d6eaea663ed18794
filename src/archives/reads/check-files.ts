import type { Notes } from '../findings.ts'
import { ArchiveProblem } from '../problem.ts'
import type { ArchivedArtifact } from '../reading/artifact.ts'
import { attachmentsOf, finalReferences, referencesOf } from '../reading/attachments.ts'
import type { ArchiveSource } from '../source.ts'

/** Paths of the files an artifact brings along; a file it still has must be there (contract 30 §9.2, §9.4 rule 10). */
export async function checkFiles(archive: ArchiveSource, artifact: ArchivedArtifact, notes: Notes): Promise<string[]> {
  if (artifact.files.size > 0 || artifact.changesets.length > 0) refuseUnknownReferences(artifact, notes)
  const stillAttached = finalReferences(artifact)
  const paths: string[] = []
  for (const { file } of attachmentsOf(artifact)) {
    const found = await lookFor(archive, file.path, file.line, notes)
    if (found === 'there') paths.push(file.path)
    if (found !== 'missing') continue
    const text = `The file ${file.path} of "${file.name}" is not in the archive`
    if (stillAttached.has(file.key)) notes.problem('invalid-structure', file.line, text)
    else notes.remark('file-without-bytes', file.line, `${text}: it was removed later and is left out`)
  }
  return paths
}

async function lookFor(
  archive: ArchiveSource,
  path: string,
  line: number,
  notes: Notes,
): Promise<'there' | 'missing' | 'refused'> {
  if (path === '') {
    notes.problem('required-part-missing', line, '<file> needs a <path>')
    return 'refused'
  }
  try {
    return (await archive.has(path)) ? 'there' : 'missing'
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error
    notes.problem('unsafe-path', line, error.message)
    return 'refused'
  }
}

function refuseUnknownReferences({ changesets, files }: ArchivedArtifact, notes: Notes): void {
  for (const { changes } of changesets) {
    for (const change of changes) {
      if (change.attributes['type'] !== 'file') continue
      for (const { key, line } of referencesOf(change)) {
        if (!files.has(key))
          notes.problem('invalid-reference', line, `<value ref="${key}"> names no <file> of its artifact`)
      }
    }
  }
}
