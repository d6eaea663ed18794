import type { Tx } from '../../kit/db/db.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { readXml } from '../../kit/xml/read.ts'
import { silent } from '../findings.ts'
import { readArtifact } from '../reading/artifact.ts'
import { withOurs } from '../reading/ours.ts'
import { keyOfTracker } from '../reading/tracker.ts'
import type { HistoryWriting } from './history-writing.ts'
import { openValues } from './open-values.ts'
import type { CreatedArtifact } from './write-artifacts.ts'
import { type ReadHistory, type WrittenHistories, writeBatch } from './write-batch.ts'

// Memory holds one batch: whichever limit is met first ends it. With larger ones much is kept through two collections
// and the heap grows fivefold, without writing any faster.
const mostArtifacts = 100
const mostChangesets = 500

/**
 * docs/api/archive-format.md §3.4 rule 1, second pass: project.xml is read again and histories are written batch by
 * batch. `created` holds the artifacts in the order of the document: ids need not be unique, so the place decides.
 */
export async function writeHistories(
  tx: Tx,
  writing: HistoryWriting,
  created: readonly CreatedArtifact[],
): Promise<WrittenHistories> {
  const written = { changesets: 0, comments: 0, links: 0, files: 0 }
  const typed = openValues()
  const made = new Set(created.map(({ id }) => id))
  let next = 0
  let batch: ReadHistory[] = []
  let changesets = 0
  let done = 0

  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const added = await writeBatch(tx, batch, writing, { typed, made })
    for (const key of ['changesets', 'comments', 'links', 'files'] as const) written[key] += added[key]
    done += batch.length
    writing.onArtifacts?.(done)
    batch = []
    changesets = 0
  }
  const take = async (element: XmlElement, ancestors: readonly XmlElement[]): Promise<void> => {
    const read = await readArtifact(element, { ...writing, notes: silent })
    const holder = ancestors.at(-2)
    const tracker = holder && writing.trackers.get(keyOfTracker(holder))
    // An artifact without changesets was left out (rule 1).
    if (read.changesets.length === 0 || tracker === undefined) return
    const place = created[next]
    next += 1
    if (place === undefined || place.oldId !== read.oldId) throw new Error('The archive changed while it was imported')
    const archived = withOurs(read, place.own)
    batch.push({ archived, id: place.id, tracker })
    changesets += archived.changesets.length
    if (batch.length >= mostArtifacts || changesets >= mostChangesets) await flush()
  }
  await readXml(await writing.archive.read('project.xml'), {
    each: { 'project/trackers/tracker/artifacts/artifact': take },
  })
  await flush()
  return written
}
