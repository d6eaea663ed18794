import type { XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'
import { type Ours, type OursOfArtifact, readOurs, readOursOfArtifact } from '../reading/ours.ts'
import type { ArchiveSource } from '../source.ts'
import { readEntry } from './read-entry.ts'

/** What an archive of ours brings beside the format; null: another product wrote it. */
export async function lookForOurs(archive: ArchiveSource, notes: Notes): Promise<Ours | null> {
  if (!(await archive.has('tulipwood.xml'))) return null
  const artifacts = new Map<string, OursOfArtifact>()
  const take = (element: XmlElement): void => {
    artifacts.set(element.attributes['id'] ?? '', readOursOfArtifact(element))
  }
  const root = await readEntry(archive, 'tulipwood.xml', notes, { each: { 'tulipwood/artifact': take } })
  if (root === undefined) return null
  if (root.name === 'tulipwood' && root.attributes['version'] === '1') return readOurs(root, artifacts)
  notes.problem(root.line, 'The file is not one that this version writes')
  return null
}
