import type { Readable } from 'node:stream'
import type { Condition } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { BodyCache } from '../../kit/caches/body-cache.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { mapWithPauses, pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import { formatCsvLine, type SheetCell } from '../../kit/text/csv.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { createWorkbook } from '../../kit/xml/workbook.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import type { World } from '../../world/model/world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import { buildColumnNames, idColumn } from '../model/table-columns.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadInOrder } from '../reads/tracker-artifacts.ts'
import { filterVisibleArtifacts } from '../reads/visible-artifacts.ts'
import { walkArtifacts } from '../reads/walk-artifacts.ts'
import { createRenderContexts, type RenderContext } from '../representations/render-context.ts'
import { formatCell, neutralizeFormula, representRow, representSheetRow } from '../representations/table-row.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { type RequestViewer, renderArtifacts } from './artifact-cache.ts'

/** Selection and order of an export. */
export interface ExportSelection {
  readonly trackerId: TrackerId
  /** undefined: all artifacts */
  readonly where: Condition | undefined
  readonly order: 'asc' | 'desc'
}

/** An export as text. */
export interface ExportRequest extends ExportSelection {
  readonly form: ExportForm
}

export type ExportForm =
  /** One line for each artifact, with these fields only if given. */
  | { readonly kind: 'ndjson'; readonly fields: readonly Field[] | null }
  | { readonly kind: 'csv'; readonly fields: readonly Field[]; readonly hasMark: boolean; readonly isDefused: boolean }

/** Reads the rows of some artifacts; those that the viewer may not see are missing. */
type ReadRows<Row> = (world: World, ids: readonly ArtifactId[]) => Promise<readonly Row[]>

/** Ids are small, and a query costs the same for many of them. */
const idsPerQuery = 20_000
/** Enough to share queries, and few enough to let other requests run in between. */
const artifactsPerPiece = 200
/** Rows are joined up to this number of characters. */
const maxJoinedLength = 65_536

/** Yields the text of an export in pieces (decision 23). */
export async function* exportArtifacts(
  world: World,
  viewer: RequestViewer,
  { form, ...selection }: ExportRequest,
): AsyncGenerator<string> {
  if (form.kind === 'csv') yield headerOf(form)
  const readRows: ReadRows<string> = (reading, ids) =>
    form.kind === 'csv' ? readCsvRows(reading, viewer, form, ids) : readNdjsonLines(reading, viewer, form, ids)
  for await (const rows of walkRows(world, viewer, selection, readRows)) yield* joinWithPauses(rows)
}

/** Returns an export as an XLSX file (decision 23): numbers and dates are no texts, and titles are the labels of fields. */
export const exportWorkbook = (
  world: World,
  viewer: RequestViewer,
  { title, fields, ...selection }: ExportSelection & { readonly title: string; readonly fields: readonly Field[] },
): Readable =>
  createWorkbook({
    title,
    header: [idColumn, ...fields.map(({ label }) => label)],
    rows: walkSheetRows(world, viewer, selection, fields),
  })

async function* walkSheetRows(
  world: World,
  viewer: RequestViewer,
  selection: ExportSelection,
  fields: readonly Field[],
): AsyncGenerator<readonly SheetCell[]> {
  const readRows: ReadRows<readonly SheetCell[]> = (reading, ids) => readSheetRows(reading, viewer, fields, ids)
  for await (const rows of walkRows(world, viewer, selection, readRows)) {
    for (const row of rows) {
      const pause = pauseIfDue()
      if (pause !== undefined) await pause
      yield row
    }
  }
}

/**
 * Yields the rows of an export in pieces. A piece is loaded when the previous one was consumed, and permissions are
 * checked for each: a caller who loses access gets an error in the middle.
 */
async function* walkRows<Row>(
  baseWorld: World,
  viewer: RequestViewer,
  { trackerId, where, order }: ExportSelection,
  readRows: ReadRows<Row>,
): AsyncGenerator<readonly Row[]> {
  const world = { ...baseWorld, db: { ...baseWorld.db, read: baseWorld.db.exportRead } }
  for (let after: ArtifactId | null = null; ; ) {
    const { tracker } = await getTracker(world, viewer.caller, trackerId)
    const ids = await walkArtifacts(world, viewer.caller, tracker, where, { order, after, limit: idsPerQuery })
    for (const batch of splitIntoBatches(ids, artifactsPerPiece)) {
      await beginWork(world)
      await getTracker(world, viewer.caller, trackerId)
      yield await readRows(world, batch)
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

async function readCsvRows(
  world: World,
  viewer: RequestViewer,
  { fields, isDefused }: ExportForm & { readonly kind: 'csv' },
  ids: readonly ArtifactId[],
): Promise<readonly string[]> {
  const textOf = isDefused ? neutralizeFormula : formatCell
  return mapWithPauses(await loadContexts(world, viewer, ids), (each) =>
    formatCsvLine([`${each.artifact.id}`, ...representRow(each, fields).map(textOf)]),
  )
}

async function readSheetRows(
  world: World,
  viewer: RequestViewer,
  fields: readonly Field[],
  ids: readonly ArtifactId[],
): Promise<readonly (readonly SheetCell[])[]> {
  return mapWithPauses(await loadContexts(world, viewer, ids), (each) => [
    each.artifact.id,
    ...representSheetRow(each, fields),
  ])
}

async function loadContexts(
  world: World,
  viewer: RequestViewer,
  ids: readonly ArtifactId[],
): Promise<Iterable<RenderContext>> {
  const artifacts = await filterVisibleArtifacts(world, viewer.caller, await loadInOrder(world, ids))
  const related = await loadRelatedData(world, viewer.caller, artifacts, 'values', { form: 'plain' })
  return createRenderContexts(viewer, related)(artifacts)
}

async function readNdjsonLines(
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
