import { getLinks } from '../../artifacts/model/links.ts'
import type { Reader } from '../../database/db/db.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHistory } from '../model/artifact-history.ts'
import { writeArtifact } from '../serialize/artifact.ts'
import { hasTulipwoodChanges } from '../serialize/tulipwood-xml.ts'
import { type ArtifactOutline, loadHistories, loadOutlinesAfter } from '../store/histories.ts'
import { type HistoryExportContext, loadHistoryReferences } from './load-history-references.ts'

// Each batch is in memory: the first limit ends it.
const maxArtifacts = 100
const maxChangesets = 500
const outlinesPerBatch = 1000

/** A batch of artifacts with their histories. */
interface ArtifactBatch {
  readonly outlines: readonly ArtifactOutline[]
  readonly histories: readonly ArtifactHistory[]
}

/** A batch as XML. */
interface SerializedBatch {
  readonly xml: readonly Markup[]
  readonly artifacts: number
  /** Artifacts whose history needs tulipwood.xml. */
  readonly idsForTulipwood: readonly ArtifactId[]
  /** Link types in their current and past links. */
  readonly linkTypes: ReadonlySet<string>
}

/** Loads the artifacts of a tracker with their histories by id, in batches. */
async function* loadHistoryBatches(db: Reader, trackerId: TrackerId): AsyncGenerator<ArtifactBatch> {
  for await (const outlines of batchOutlines(db, trackerId)) {
    const histories = await loadHistories(
      db,
      outlines.map(({ id }) => id),
    )
    yield { outlines, histories }
  }
}

/** Serializes the artifacts of a tracker, one text per batch. */
export async function* serializeArtifacts(
  db: Reader,
  tracker: Tracker,
  surroundings: HistoryExportContext,
): AsyncGenerator<SerializedBatch> {
  for await (const { histories } of loadHistoryBatches(db, tracker.id)) {
    const references = await loadHistoryReferences(db, histories, tracker, surroundings)
    yield {
      xml: histories.map((history) => writeArtifact(history, tracker, references)),
      artifacts: histories.length,
      linkTypes: collectLinkTypes(histories, tracker),
      idsForTulipwood: histories.filter((history) => hasTulipwoodChanges(history, tracker.fields)).map(({ id }) => id),
    }
  }
}

function collectLinkTypes(histories: readonly ArtifactHistory[], { fields }: Tracker): Set<string> {
  const linkFields = fields.filter(holdsLinks)
  const values = histories.flatMap(({ changesets }) => changesets.map((changeset) => changeset.values))
  return new Set(values.flatMap((each) => linkFields.flatMap((field) => getLinks(each, field).map(({ type }) => type))))
}

/** Splits the artifacts of a tracker by id into batches whose histories fit into memory. */
export async function* batchOutlines(db: Reader, trackerId: TrackerId): AsyncGenerator<readonly ArtifactOutline[]> {
  let after: ArtifactId | 0 = 0
  for (;;) {
    const outlines: ArtifactOutline[] = await loadOutlinesAfter(db, trackerId, after, outlinesPerBatch)
    const last = outlines.at(-1)
    if (last === undefined) return
    after = last.id
    yield* splitOutlines(outlines)
  }
}

function* splitOutlines(outlines: readonly ArtifactOutline[]): Generator<readonly ArtifactOutline[]> {
  let batch: ArtifactOutline[] = []
  let changesets = 0
  for (const outline of outlines) {
    if (batch.length >= maxArtifacts || (batch.length > 0 && changesets + outline.version > maxChangesets)) {
      yield batch
      batch = []
      changesets = 0
    }
    batch.push(outline)
    changesets += outline.version
  }
  yield batch
}
