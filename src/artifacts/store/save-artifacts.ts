import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import { getDialect } from '../../database/engine/builders.ts'
import { allocateIds, inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import { prepareStatement } from '../../database/statements/prepared-statements.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { assertSubject } from '../../kit/messages/assert-subject.ts'
import type { ArtifactId, ChangesetId, TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Artifact } from '../model/artifact.ts'
import { type ArchivePermit, type ArtifactPermit, assertArtifact } from '../model/artifact-permit.ts'
import type { Authorship } from '../model/changeset.ts'
import { headerColumns } from './artifacts.ts'

/** Placeholder until the history is written in the same transaction. */
const noChangeset = 0 as ChangesetId

/** A new or a restored artifact; a restored one keeps id, number and rank. */
export interface NewArtifactRow extends Authorship {
  readonly trackerId: TrackerId
  readonly id?: ArtifactId
  readonly number?: number
  readonly rank?: number
  readonly movedRank?: number | null
  /** Version date of a restored artifact, if it is later than its last changeset. */
  readonly versionDate?: EpochSeconds | undefined
}

/** Inserts new artifacts without history, in the given order. */
export async function addArtifacts(
  tx: Tx,
  _permit: ArchivePermit,
  requested: readonly NewArtifactRow[],
): Promise<Artifact[]> {
  const added = await reserveArtifacts(tx, requested)
  await insertRows(tx, 'artifact', added.map(toRow))
  return added
}

/** Assigns ids and numbers to new artifacts without inserting rows. A new artifact is last in rank. */
async function reserveArtifacts(tx: Tx, requested: readonly NewArtifactRow[]): Promise<Artifact[]> {
  const unnumbered = requested.flatMap(({ trackerId, number }) => (number === undefined ? [trackerId] : []))
  const missing = requested.filter((each) => each.id === undefined).length
  const [takenNumbers, takenIds] = await runPipelined(
    tx,
    () => takeNumbers(tx, unnumbered),
    () => allocateIds(tx, 'artifact', missing),
  )
  const [numbers, ids] = [takenNumbers.values(), takenIds.values()]
  return requested.map((each): Artifact => {
    // allocateIds returns as many ids as requested.
    const id = each.id ?? (ids.next().value as ArtifactId)
    return {
      id,
      trackerId: each.trackerId,
      number: each.number ?? numbers.next().value ?? 0,
      rank: each.rank ?? id,
      movedRank: each.movedRank ?? null,
      submittedBy: each.submittedBy,
      submittedEmail: each.submittedEmail,
      submittedOn: each.submittedOn,
      version: 0,
      lastChangesetId: noChangeset,
      updatedBy: each.submittedBy,
      updatedEmail: each.submittedEmail,
      updatedOn: each.submittedOn,
      versionDate: each.versionDate ?? each.submittedOn,
      permissionSetId: null,
      values: {},
    }
  })
}

/**
 * Variant for one new artifact that is saved with `saveArtifacts`. PostgreSQL numbers it then: the row of the tracker
 * stays locked until the commit, and all who create artifacts in this tracker wait for it.
 */
export async function reserveArtifact(
  tx: Tx,
  permit: Permit<'create an artifact', Tracker>,
  requested: NewArtifactRow,
): Promise<Artifact> {
  assertSubject(permit, requested.trackerId)
  const number = getDialect(tx) === 'postgres' ? { number: numberedWhenSaved } : {}
  const [reserved] = await reserveArtifacts(tx, [{ ...requested, ...number }])
  // One artifact was requested.
  return reserved as Artifact
}

/** Numbers begin at 1. */
const numberedWhenSaved = 0

/** Takes the next numbers of each tracker, in the order of the artifacts. */
export async function takeNumbers(tx: Tx, trackers: readonly TrackerId[]): Promise<number[]> {
  const counts = new Map<TrackerId, number>()
  for (const each of trackers) counts.set(each, (counts.get(each) ?? 0) + 1)
  if (counts.size === 0) return []
  const [only] = trackers
  if (only !== undefined && trackers.length === 1) {
    // The usual case: one new artifact.
    const [row] = await takeNumber(tx, { id: only })
    return [(row?.next_number ?? 1) - 1]
  }
  const increments = sql.join(
    [...counts].map(([id, count]) => sql`when ${sql.lit(id)} then ${sql.lit(count)}`),
    sql` `,
  )
  const rows = await tx
    .updateTable('tracker')
    .set({ next_number: sql<number>`next_number + case id ${increments} end` })
    .where(inList('id', [...counts.keys()]))
    .returning(['id', 'next_number'])
    .execute()
  const next = new Map(rows.map((row) => [row.id, row.next_number - (counts.get(row.id) ?? 0)]))
  return trackers.map((each) => {
    const number = next.get(each) ?? 0
    next.set(each, number + 1)
    return number
  })
}

const takeNumber = prepareStatement<{ id: TrackerId }, { next_number: number }>((db, { value }) =>
  // Always called with a transaction, although `prepared` is typed for readers.
  (db as Tx)
    .updateTable('tracker')
    .set({ next_number: sql<number>`next_number + 1` })
    .where('id', '=', value('id'))
    .returning('next_number'),
)

/** The new state of an artifact. */
export interface ArtifactChange {
  readonly permit: ArtifactPermit | Permit<'delete', Artifact>
  readonly artifact: Artifact
}

/**
 * Writes the state of reserved or existing artifacts: document, version, author and date. Permissions of existing ones
 * are written if other users may see them than before, which also invalidates what shows them
 * (database/tables/write-effects.ts).
 */
export async function saveArtifacts(
  tx: Tx,
  changes: readonly ArtifactChange[],
  access: 'same access' | 'other access' = 'same access',
): Promise<void> {
  for (const { permit, artifact } of changes) assertArtifact(permit, artifact)
  const artifacts = changes.map(({ artifact }) => artifact)
  const [only] = artifacts
  if (only?.number === numberedWhenSaved && artifacts.length === 1) return insertNumbered(tx, only)
  // One statement for both databases: the insert becomes an update if the row exists.
  const finish = access === 'same access' ? updateOnConflict : updateWithAccessOnConflict
  await insertRows(tx, 'artifact', artifacts.map(toRow), finish)
}

async function insertNumbered(tx: Tx, artifact: Artifact): Promise<void> {
  const row = toRow(artifact)
  await insertWithNumber(tx, { tracker: artifact.trackerId, row: JSON.stringify(row) })
}

const insertWithNumber = prepareStatement<{ tracker: TrackerId; row: string }, unknown>((_db, { value }) => {
  const columns = artifactColumns.map((column) => sql.ref(column))
  const values = artifactColumns.map((column) =>
    column === 'number' ? sql`(select number from numbered)` : sql.ref(`artifact.${column}`),
  )
  return sql`with numbered as (update tracker set next_number = next_number + 1
    where id = ${value('tracker')} returning next_number - 1 as number) insert into artifact (${sql.join(columns)})
    select ${sql.join(values)} from json_populate_record(null::artifact, ${value('row')}::json) as artifact`
})

type Insert = InsertQueryBuilder<Tables, 'artifact', InsertResult>

const stateColumns = [
  'version',
  'last_changeset_id',
  'updated_by',
  'updated_email',
  'updated_on',
  'version_date',
  'values',
] as const

const updateOnConflict = (insert: Insert): Insert => updateColumns(insert, stateColumns)
const updateWithAccessOnConflict = (insert: Insert): Insert =>
  updateColumns(insert, [...stateColumns, 'permission_set_id'])

const updateColumns = (insert: Insert, columns: readonly (keyof Tables['artifact'])[]): Insert =>
  insert.onConflict((conflict) =>
    conflict
      .column('id')
      .doUpdateSet((row) => Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}`)]))),
  )

const artifactColumns = [...headerColumns, 'values'] as const

const toRow = (
  artifact: Artifact,
): { readonly [Column in (typeof artifactColumns)[number]]: unknown } & Insertable<Tables['artifact']> => ({
  id: artifact.id,
  tracker_id: artifact.trackerId,
  number: artifact.number,
  rank: artifact.rank,
  moved_rank: artifact.movedRank,
  submitted_by: artifact.submittedBy,
  submitted_email: artifact.submittedEmail,
  submitted_on: artifact.submittedOn,
  version: artifact.version,
  last_changeset_id: artifact.lastChangesetId,
  updated_by: artifact.updatedBy,
  updated_email: artifact.updatedEmail,
  updated_on: artifact.updatedOn,
  version_date: artifact.versionDate === artifact.updatedOn ? null : artifact.versionDate,
  permission_set_id: artifact.permissionSetId,
  values: JSON.stringify(artifact.values),
})
