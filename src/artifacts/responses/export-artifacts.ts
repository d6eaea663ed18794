import type { Condition } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { BodyCache } from '../../kit/caches/body-cache.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { mapWithPauses, pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { formatCsvLine } from '../../kit/text/csv.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import { buildColumnNames, idColumn } from '../model/table-columns.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadInOrder } from '../reads/tracker-artifacts.ts'
import { filterVisibleArtifacts } from '../reads/visible-artifacts.ts'
import { walkArtifacts } from '../reads/walk-artifacts.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import { formatCell, neutralizeFormula, representRow } from '../representations/table-row.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { type RequestViewer, renderArtifacts } from './artifact-cache.ts'

/** Selection and format of an export. */
export interface ExportRequest {
  readonly trackerId: TrackerId
  /** undefined: all artifacts */
  readonly where: Condition | undefined
  readonly order: 'asc' | 'desc'
  readonly form: ExportForm
}

export type ExportForm =
  /** One line for each artifact, with these fields only if given. */
  | { readonly kind: 'ndjson'; readonly fields: readonly Field[] | null }
  | { readonly kind: 'csv'; readonly fields: readonly Field[]; readonly hasMark: boolean; readonly isDefused: boolean }

/** Ids are small, and a query costs the same for many of them. */
const idsPerQuery = 20_000
/** Enough to share queries, and few enough to let other requests run in between. */
const artifactsPerPiece = 200
/** Rows are joined up to this number of characters. */
const maxJoinedLength = 65_536

/**
 * Yields the text of an export in pieces (decision 23). A piece is loaded when the previous one was consumed, and
 * permissions are checked for each: a caller who loses access gets an error in the middle.
 */
export async function* exportArtifacts(
  baseWorld: World,
  viewer: RequestViewer,
  request: ExportRequest,
): AsyncGenerator<string> {
  const world = { ...baseWorld, db: { ...baseWorld.db, read: baseWorld.db.exportRead } }
  const { trackerId, where, order, form } = request
  if (form.kind === 'csv') yield headerOf(form)
  for (let after: ArtifactId | null = null; ; ) {
    const { tracker } = await getTracker(world, viewer.caller, trackerId)
    const ids = await walkArtifacts(world, viewer.caller, tracker, where, { order, after, limit: idsPerQuery })
    for (const batch of splitIntoBatches(ids, artifactsPerPiece)) {
      await beginWork(world)
      await getTracker(world, viewer.caller, trackerId)
      const rows = await exportPiece(world, viewer, form, batch)
      yield* joinWithPauses(rows)
    }
    after = ids.at(-1) ?? null
    if (ids.length < idsPerQuery) return
  }
}

const headerOf = ({ fields, hasMark }: ExportForm & { readonly kind: 'csv' }): string =>
  `${hasMark ? '\uFEFF' : ''}${formatCsvLine([idColumn, ...buildColumnNames(fields).values()])}`

/** Joins short rows. All rows of a piece can be many megabytes, which would be encoded in one go. */
async function* joinWithPauses(rows: readonly string[]): AsyncGenerator<string> {
  let text = ''
  for (const row of rows) {
    text += row
    if (text.length < maxJoinedLength) continue
    yield text
    text = ''
    await pauseIfDue()
  }
  if (text !== '') yield text
}

const exportPiece = (
  world: World,
  viewer: RequestViewer,
  form: ExportForm,
  ids: readonly ArtifactId[],
): Promise<readonly string[]> =>
  form.kind === 'csv' ? csvRows(world, viewer, form, ids) : ndjsonLines(world, viewer, form, ids)

async function csvRows(
  world: World,
  viewer: RequestViewer,
  { fields, isDefused }: ExportForm & { readonly kind: 'csv' },
  ids: readonly ArtifactId[],
): Promise<readonly string[]> {
  const artifacts = await filterVisibleArtifacts(world, viewer.caller, await loadInOrder(world, ids))
  const related = await loadRelatedData(world, viewer.caller, artifacts, 'values', { form: 'plain' })
  const textOf = isDefused ? neutralizeFormula : formatCell
  const contexts = createRenderContexts(viewer, related)(artifacts)
  return mapWithPauses(contexts, (each) =>
    formatCsvLine([`${each.artifact.id}`, ...representRow(each, fields).map(textOf)]),
  )
}

async function ndjsonLines(
  world: World,
  viewer: RequestViewer,
  { fields }: ExportForm & { readonly kind: 'ndjson' },
  ids: readonly ArtifactId[],
): Promise<readonly string[]> {
  const versions = await filterVisibleArtifacts(world, viewer.caller, await loadArtifactVersions(world.db.read, ids))
  // An export of all artifacts would evict frequently requested ones from the cache.
  const uncached = { ...world, bodyCache: new BodyCache(0) }
  const bodies = await renderArtifacts(uncached, viewer, versions, 'collection')
  const only = fields === null ? null : new Set(fields.map(({ id }): number => id))
  const texts = ids.flatMap((id) => bodies.get(id)?.text ?? [])
  return mapWithPauses(texts, (text) => `${only === null ? text : withFieldsOnly(text, only)}\n`)
}

function withFieldsOnly(text: string, only: ReadonlySet<number>): string {
  const artifact: { values: { field_id: number }[] | null } = JSON.parse(text)
  const values = (artifact.values ?? []).filter((each) => only.has(each.field_id))
  const narrow: object = { ...artifact, values }
  return stringifyWellFormed(narrow)
}
