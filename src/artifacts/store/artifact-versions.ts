import { sql } from 'kysely'
import { selectEpoch } from '../../database/changes/database-epoch.ts'
import { type RevisionRow, toRevisions } from '../../database/changes/revisions.ts'
import type { Reader } from '../../database/db/db.ts'
import { batchLoads } from '../../database/statements/batch-loads.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
import type { WithRevisions } from '../../kit/caches/revision-cache.ts'
import { createBeginAfterRunning } from '../../kit/concurrency/begin-after-running.ts'
import type { ArtifactId, PermissionSetId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { ArtifactVersion } from '../model/artifact.ts'

interface Row {
  id: ArtifactId
  tracker_id: TrackerId
  version: number
  updated_on: EpochSeconds
  version_date: EpochSeconds | null
  submitted_by: UserId | null
  permission_set_id: PermissionSetId | null
  cacheVersion: number | null
}

/** In the order of versionQuery. */
const versionColumns = [
  'id',
  'tracker_id',
  'version',
  'updated_on',
  'version_date',
  'submitted_by',
  'permission_set_id',
  'cacheVersion',
] as const

const versionQuery = (db: Reader) =>
  db
    .selectFrom('artifact')
    .leftJoin('artifact_cache_version', 'artifact_cache_version.artifact_id', 'artifact.id')
    .select([
      'artifact.id',
      'artifact.tracker_id',
      'artifact.version',
      'artifact.updated_on',
      'artifact.version_date',
      'artifact.submitted_by',
      'artifact.permission_set_id',
      'artifact_cache_version.version as cacheVersion',
    ])

const versionById = prepareStatement((db: Reader, { value }: Slots<{ id: ArtifactId }>) =>
  versionQuery(db).where('artifact.id', '=', value('id')),
)
const versionsByIds = prepareStatement((db: Reader, { inList }: Slots<{ ids: readonly ArtifactId[] }>) =>
  versionQuery(db).where(inList('artifact.id', 'ids')),
)

const toArtifactVersion = (row: Row): ArtifactVersion => ({
  id: row.id,
  trackerId: row.tracker_id,
  version: row.version,
  versionDate: row.version_date ?? row.updated_on,
  submittedBy: row.submitted_by,
  permissionSetId: row.permission_set_id,
  cacheVersion: row.cacheVersion ?? 0,
})

/** Reads version and cache version in one query, so that a representation rendered later is never older. */
export const findArtifactVersion: (db: Reader, id: ArtifactId) => Promise<ArtifactVersion | undefined> =
  batchLoads(loadVersionsById)

/** Whether an id from a client can be that of an artifact. */
export const isPossibleId = (id: ArtifactId): boolean => Number.isSafeInteger(id) && id > 0

/**
 * Reads the version of an artifact (null: it does not exist) and the revision counters in one statement. Requests that
 * arrive together, or while the previous statement runs, share it.
 */
export async function findVersionWithRevisions(
  db: Reader,
  id: ArtifactId,
): Promise<WithRevisions<ArtifactVersion | null>> {
  // The batch has an entry for each id.
  return (await batchedVersions(db, id)) as WithRevisions<ArtifactVersion | null>
}

const batchedVersions = batchLoads(loadVersionsWithRevisions, createBeginAfterRunning)

async function loadVersionsWithRevisions(
  db: Reader,
  ids: readonly ArtifactId[],
): Promise<Map<ArtifactId, WithRevisions<ArtifactVersion | null>>> {
  const rows = await versionsAndRevisions(db, { ids })
  const revisions = toRevisions(
    rows.flatMap(({ topic, n, epoch }) =>
      topic === null || n === null || epoch === null ? [] : [{ topic, n, epoch }],
    ),
  )
  // A row with an id is one of versionQuery.
  const versions = new Map(
    rows.flatMap((row) => (row.id === null ? [] : [[row.id, toArtifactVersion(row as Row)] as const])),
  )
  return new Map(ids.map((id) => [id, { revisions, data: versions.get(id) ?? null }]))
}

const versionsAndRevisions = prepareStatement<
  { ids: readonly ArtifactId[] },
  { [Column in keyof (Row & RevisionRow)]: (Row & RevisionRow)[Column] | null }
>((db, { inList }) => {
  const none = sql<null>`null`
  const versions = versionQuery(db).select([none.as('topic'), none.as('n'), none.as('epoch')])
  return db
    .selectFrom('revision')
    .select(versionColumns.map((column) => none.as(column)))
    .select(['topic', 'n', selectEpoch(db).as('epoch')])
    .unionAll(versions.where(inList('artifact.id', 'ids')) as never) as never
})

async function loadVersionsById(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, ArtifactVersion>> {
  const [first] = ids
  const rows =
    first !== undefined && ids.length === 1 ? await versionById(db, { id: first }) : await versionsByIds(db, { ids })
  return new Map(rows.map((row) => [row.id, toArtifactVersion(row)]))
}

/** Returns existing artifacts in the order of the given ids. */
export async function loadArtifactVersions(db: Reader, ids: readonly ArtifactId[]): Promise<ArtifactVersion[]> {
  if (ids.length === 0) return []
  const versionsById = await loadVersionsById(db, ids)
  return ids.flatMap((id) => versionsById.get(id) ?? [])
}
