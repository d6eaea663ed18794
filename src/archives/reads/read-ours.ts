import type { XmlElement } from '../../kit/xml/element.ts'
import type { XmlLimits } from '../../kit/xml/tree.ts'
import type { Notes } from '../findings.ts'
import { type Ours, type OursOfArtifact, readOurs, readOursOfArtifact } from '../reading/ours.ts'
import type { ArchiveSource } from '../source.ts'
import { readEntry } from './read-entry.ts'

/** What an archive of ours brings beside the format; null: another product wrote it. */
export async function lookForOurs(archive: ArchiveSource, notes: Notes, limits: XmlLimits = {}): Promise<Ours | null> {
  if (!(await archive.has('tulipwood.xml'))) return null
  // Nearly all of it is kept, so that its size is what it takes.
  if (((await archive.size('tulipwood.xml')) ?? 0) > (limits.maxKept ?? Number.POSITIVE_INFINITY)) {
    notes.problem('too-large', null, 'The file holds more than can be kept in memory')
    return null
  }
  const artifacts = new Map<string, OursOfArtifact[]>()
  const take = (element: XmlElement): void => {
    const id = element.attributes['id']?.trim() ?? ''
    const own = readOursOfArtifact(element)
    const before = artifacts.get(id)
    if (before === undefined) artifacts.set(id, [own])
    else before.push(own)
  }
  const root = await readEntry(archive, 'tulipwood.xml', notes, { ...limits, each: { 'tulipwood/artifact': take } })
  if (root === undefined) return null
  if (root.name === 'tulipwood' && root.attributes['version'] === '1') return readOurs(root, artifacts)
  notes.problem('extension-document', root.line, 'The file is not one that this version writes')
  return null
}
