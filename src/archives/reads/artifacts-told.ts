import { linksIn } from '../../artifacts/model/links.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHistory } from '../history.ts'
import { type ArtifactOutline, loadHistories, nextOutlines } from '../store/histories.ts'
import { writeArtifact } from '../writing/artifact.ts'
import { hasOurs } from '../writing/ours.ts'
import { type HistorySurroundings, historyReferences } from './history-references.ts'

// Memory holds one batch: whichever limit is met first ends it.
const mostArtifacts = 100
const mostChangesets = 500
const outlinesAtOnce = 1000

/** Some artifacts of a tracker with their histories. */
interface ArtifactBatch {
  readonly outlines: readonly ArtifactOutline[]
  readonly histories: readonly ArtifactHistory[]
}

/** The same as XML. */
interface ToldBatch {
  readonly xml: readonly Markup[]
  readonly artifacts: number
  /** Those whose history holds more than the format can say. */
  readonly ours: readonly ArtifactId[]
  /** Types that any of their links has or once had. */
  readonly linkTypes: ReadonlySet<string>
}

/** Every artifact of a tracker with its history, by id, a batch at a time. */
async function* historiesOf(db: Reader, trackerId: TrackerId): AsyncGenerator<ArtifactBatch> {
  for await (const outlines of outlineBatches(db, trackerId)) {
    const histories = await loadHistories(
      db,
      outlines.map(({ id }) => id),
    )
    yield { outlines, histories }
  }
}

/** The same as XML: one text for each batch. */
export async function* artifactsTold(
  db: Reader,
  tracker: Tracker,
  surroundings: HistorySurroundings,
): AsyncGenerator<ToldBatch> {
  for await (const { histories } of historiesOf(db, tracker.id)) {
    const references = await historyReferences(db, histories, tracker, surroundings)
    yield {
      xml: histories.map((history) => writeArtifact(history, tracker, references)),
      artifacts: histories.length,
      linkTypes: linkTypesIn(histories, tracker),
      ours: histories.filter((history) => hasOurs(history, tracker.fields)).map(({ id }) => id),
    }
  }
}

function linkTypesIn(histories: readonly ArtifactHistory[], { fields }: Tracker): Set<string> {
  const linkFields = fields.filter(({ type }) => type === 'art_link')
  const values = histories.flatMap(({ changesets }) => changesets.map((changeset) => changeset.values))
  return new Set(values.flatMap((each) => linkFields.flatMap((field) => linksIn(each, field).map(({ type }) => type))))
}

/** The artifacts of a tracker by id, in batches whose histories fit into memory. */
export async function* outlineBatches(db: Reader, trackerId: TrackerId): AsyncGenerator<readonly ArtifactOutline[]> {
  let after: ArtifactId | 0 = 0
  for (;;) {
    const outlines: ArtifactOutline[] = await nextOutlines(db, trackerId, after, outlinesAtOnce)
    const last = outlines.at(-1)
    if (last === undefined) return
    after = last.id
    yield* cut(outlines)
  }
}

function* cut(outlines: readonly ArtifactOutline[]): Generator<readonly ArtifactOutline[]> {
  let batch: ArtifactOutline[] = []
  let changesets = 0
  for (const outline of outlines) {
    if (batch.length >= mostArtifacts || (batch.length > 0 && changesets + outline.version > mostChangesets)) {
      yield batch
      batch = []
      changesets = 0
    }
    batch.push(outline)
    changesets += outline.version
  }
  yield batch
}
