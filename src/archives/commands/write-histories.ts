import type { Tx } from '../../database/db/db.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { readXml } from '../../kit/xml/read.ts'
import { silentReporter } from '../../trackers/xml/finding-reporter.ts'
import { buildTrackerKey } from '../../trackers/xml/parse/tracker.ts'
import { parseArtifact } from '../parse/artifact.ts'
import { mergeTulipwoodArtifact } from '../parse/tulipwood-xml.ts'
import type { HistoryImport } from './history-import.ts'
import { createOpenValueStore } from './open-list-value-store.ts'
import type { CreatedArtifact } from './write-artifacts.ts'
import { type ParsedHistory, type WrittenHistories, writeBatch } from './write-batch.ts'

// Each batch is in memory: the first limit ends it. Larger batches survive two garbage collections, and the heap grows
// fivefold without being faster.
const maxArtifacts = 100
const maxChangesets = 500

/**
 * docs/api/archive-format.md §3.4 rule 1, second pass: reads project.xml again and writes histories in batches.
 * The trackers are new: nothing is logged. `created` has the artifacts in document order; ids need not be unique, so they are matched by position.
 */
export async function writeHistories(
  tx: Tx,
  context: HistoryImport,
  created: readonly CreatedArtifact[],
): Promise<WrittenHistories> {
  const counts = { changesets: 0, comments: 0, links: 0, files: 0 }
  const typed = createOpenValueStore()
  let next = 0
  let batch: ParsedHistory[] = []
  let changesets = 0
  let done = 0

  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const added = await writeBatch(tx, batch, context, typed)
    for (const key of ['changesets', 'comments', 'links', 'files'] as const) counts[key] += added[key]
    done += batch.length
    context.onArtifacts?.(done)
    batch = []
    changesets = 0
  }
  const take = async (element: XmlElement, ancestors: readonly XmlElement[]): Promise<void> => {
    const read = await parseArtifact(element, { ...context, notes: silentReporter })
    const holder = ancestors.at(-2)
    const tracker = holder && context.trackers.get(buildTrackerKey(holder))
    // Artifacts without changesets were omitted (rule 1).
    if (read.changesets.length === 0 || tracker === undefined) return
    const place = created[next]
    next += 1
    if (place === undefined || place.oldId !== read.oldId) throw new Error('The archive changed while it was imported')
    const archived = mergeTulipwoodArtifact(read, place.tulipwood)
    batch.push({ archived, id: place.id, tracker, log: 'new tracker' })
    changesets += archived.changesets.length
    if (batch.length >= maxArtifacts || changesets >= maxChangesets) await flush()
  }
  await readXml(await context.archive.read('project.xml'), {
    each: { 'project/trackers/tracker/artifacts/artifact': take },
  })
  await flush()
  return counts
}
