import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { batchSingleLoads } from '../../database/statements/batch-loads.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { structureRevision } from '../../trackers/store/structure-locks.ts'
import type { Artifact, ArtifactHeader } from '../model/artifact.ts'

/** The columns of an artifact but for its document. */
export const headerColumns = [
  'id',
  'tracker_id',
  'number',
  'rank',
  'moved_rank',
  'submitted_by',
  'submitted_email',
  'submitted_on',
  'version',
  'last_changeset_id',
  'updated_by',
  'updated_email',
  'updated_on',
  'version_date',
  'permission_set_id',
] as const

export type HeaderRow = Pick<Selectable<Tables['artifact']>, (typeof headerColumns)[number]>

export const toHeader = (row: HeaderRow): ArtifactHeader => ({
  id: row.id,
  trackerId: row.tracker_id,
  number: row.number,
  rank: row.rank,
  movedRank: row.moved_rank,
  submittedBy: row.submitted_by,
  submittedEmail: row.submitted_email,
  submittedOn: row.submitted_on,
  version: row.version,
  lastChangesetId: row.last_changeset_id,
  updatedBy: row.updated_by,
  updatedEmail: row.updated_email,
  updatedOn: row.updated_on,
  versionDate: row.version_date ?? row.updated_on,
  permissionSetId: row.permission_set_id,
})

// The document is written only by save-artifacts.ts, from StoredValues.
const toArtifact = (row: Selectable<Tables['artifact']>): Artifact => ({
  ...toHeader(row),
  values: JSON.parse(row.values) as StoredValues,
})

/** Reads an artifact by its key: the document holds every current value. */
export async function findArtifact(db: Reader, id: ArtifactId): Promise<Artifact | undefined> {
  const [row] = await artifactById(db, { id })
  return row && toArtifact(row)
}

const artifactById = prepareStatement((db: Reader, { value }: Slots<{ id: ArtifactId }>) =>
  db.selectFrom('artifact').selectAll().where('id', '=', value('id')),
)
const artifactsByIds = prepareStatement((db: Reader, { inList }: Slots<{ ids: readonly ArtifactId[] }>) =>
  db.selectFrom('artifact').selectAll().where(inList('id', 'ids')),
)

/** Documents can be long: more per query would delay other requests. */
const artifactsPerQuery = 50

/** Reads artifacts in several queries; concurrent writes between them are possible. */
export async function loadArtifacts(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, Artifact>> {
  const loaded = new Map<ArtifactId, Artifact>()
  for (const batch of splitIntoBatches(ids, artifactsPerQuery)) {
    const rows = await artifactsByIds(db, { ids: batch })
    for (const artifact of await mapWithPauses(rows, toArtifact)) loaded.set(artifact.id, artifact)
  }
  return loaded
}

/** Variant of loadArtifacts in which requests for one artifact each share a query. */
export const loadRequestedArtifacts = batchSingleLoads(loadArtifacts)

/**
 * Locks and reads an artifact: other changes wait for the end of the transaction. Links to it can be created meanwhile
 * (store/link-targets.ts), so that two artifacts that are linked to each other do not block each other.
 */
export const lockArtifact = async (tx: Tx, id: ArtifactId): Promise<Artifact | undefined> =>
  (await lockArtifactOfStructure(tx, id))?.artifact

/** Variant that reads the counter of the trackers, too (trackers/store/structure-locks.ts). */
export async function lockArtifactOfStructure(
  tx: Tx,
  id: ArtifactId,
): Promise<{ readonly artifact: Artifact; readonly revision: number } | undefined> {
  const [row] = await lockWithRevision(tx, { id })
  return row && { artifact: toArtifact(row), revision: row.revision }
}

// Prepared, because every update runs it.
const lockWithRevision = prepareStatement((db: Reader, { value }: Slots<{ id: ArtifactId }>) =>
  // Always called with a transaction, although `prepared` is typed for readers.
  lockRows(
    db as Tx,
    db.selectFrom('artifact').selectAll().select(structureRevision.as('revision')).where('id', '=', value('id')),
    'change',
  ),
)

/** Locks an artifact for deletion: links to it wait as well, and then find it deleted. */
export async function lockArtifactToRemove(tx: Tx, id: ArtifactId): Promise<Artifact | undefined> {
  const row = await lockRows(tx, tx.selectFrom('artifact').selectAll().where('id', '=', id)).executeTakeFirst()
  return row && toArtifact(row)
}

/**
 * Locks several artifacts in the order of their ids, so that concurrent transactions wait instead of blocking each
 * other.
 */
export async function lockArtifacts(tx: Tx, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, Artifact>> {
  if (ids.length === 0) return new Map()
  const query = tx.selectFrom('artifact').selectAll().where(inList('id', ids)).orderBy('id')
  const rows = await lockRows(tx, query, 'change').execute()
  return new Map(rows.map((row) => [row.id, toArtifact(row)]))
}

/** Loads artifacts without values, for rules, links and references. */
export async function loadHeaders(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, ArtifactHeader>> {
  if (ids.length === 0) return new Map()
  const rows = await headersByIds(db, { ids })
  return new Map(rows.map((row) => [row.id, toHeader(row)]))
}

const headersByIds = prepareStatement((db: Reader, { inList }: Slots<{ ids: readonly ArtifactId[] }>) =>
  db.selectFrom('artifact').select(headerColumns).where(inList('id', 'ids')),
)
