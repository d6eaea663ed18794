import { message } from '../../kit/messages/message.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { XmlLimits } from '../../kit/xml/tree.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import {
  parseTulipwoodArtifact,
  parseTulipwoodDocument,
  type TulipwoodArtifact,
  type TulipwoodDocument,
} from '../parse/tulipwood-xml.ts'
import { readEntry } from './read-entry.ts'

/** Parses tulipwood.xml; null: written by another product. */
export async function findTulipwoodXml(
  archive: ArchiveSource,
  notes: FindingReporter,
  limits: XmlLimits = {},
): Promise<TulipwoodDocument | null> {
  if (!(await archive.has('tulipwood.xml'))) return null
  // Nearly all of it is kept, so its size is a good estimate of the memory it needs.
  if (((await archive.size('tulipwood.xml')) ?? 0) > (limits.maxKept ?? Number.POSITIVE_INFINITY)) {
    notes.problem('too-large', null, message`The file is too large to be kept in memory`)
    return null
  }
  const artifacts = new Map<string, TulipwoodArtifact[]>()
  const take = (element: XmlElement): void => {
    const id = element.attributes['id']?.trim() ?? ''
    const archived = parseTulipwoodArtifact(element)
    const before = artifacts.get(id)
    if (before === undefined) artifacts.set(id, [archived])
    else before.push(archived)
  }
  const root = await readEntry(archive, 'tulipwood.xml', notes, { ...limits, each: { 'tulipwood/artifact': take } })
  if (root === undefined) return null
  if (root.name === 'tulipwood' && root.attributes['version'] === '1') return parseTulipwoodDocument(root, artifacts)
  notes.problem('extension-document', root.line, message`The file is not in the format of this version`)
  return null
}
