import type { Selectable } from 'kysely'
import type { Comment } from '../../artifacts/model/changeset.ts'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { RichText, StoredValues } from '../../fields/model/field.ts'
import type { ArtifactId, FileId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { ArtifactHistory, AttachedBytes, RecordedChangeset } from '../model/artifact-history.ts'

/** Artifact data that an export needs before it loads the history. */
export interface ArtifactOutline {
  readonly id: ArtifactId
  readonly trackerId: TrackerId
  /** Number of its changesets. */
  readonly version: number
  readonly number: number
  readonly rank: number
  readonly movedRank: number | null
  readonly versionDate: EpochSeconds
}

const outlineColumns = [
  'id',
  'tracker_id as trackerId',
  'version',
  'number',
  'rank',
  'moved_rank as movedRank',
] as const

/** Returns the next artifacts of a tracker after an id. */
export const loadOutlinesAfter = (
  db: Reader,
  trackerId: TrackerId,
  after: ArtifactId | 0,
  limit: number,
): Promise<ArtifactOutline[]> =>
  db
    .selectFrom('artifact')
    .select(outlineColumns)
    .select(({ fn }) => fn.coalesce('version_date', 'updated_on').as('versionDate'))
    .where('tracker_id', '=', trackerId)
    .where('id', '>', after as ArtifactId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Counts the artifacts of some trackers. */
export async function countArtifacts(db: Reader, trackers: readonly TrackerId[]): Promise<number> {
  if (trackers.length === 0) return 0
  const row = await db
    .selectFrom('artifact')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(inList('tracker_id', trackers))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Returns the artifacts that are in some trackers. */
export async function filterArtifactsIn(
  db: Reader,
  ids: readonly ArtifactId[],
  trackers: ReadonlySet<TrackerId>,
): Promise<ReadonlySet<ArtifactId>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('artifact').select(['id', 'tracker_id']).where(inList('id', ids)).execute()
  return new Set(rows.flatMap((row) => (trackers.has(row.tracker_id) ? [row.id] : [])))
}

/** Loads complete histories of a batch of artifacts in the given order: all comment versions and files. */
export async function loadHistories(db: Reader, ids: readonly ArtifactId[]): Promise<ArtifactHistory[]> {
  if (ids.length === 0) return []
  const ofArtifact = inList('artifact_id', ids)
  const [rows, files] = await Promise.all([
    db.selectFrom('changeset').selectAll().where(ofArtifact).orderBy('id').execute(),
    db.selectFrom('file').selectAll().where(ofArtifact).orderBy('id').execute(),
  ])
  const comments = await loadComments(db, rows)
  const changesets = Map.groupBy(rows, (row) => row.artifact_id)
  const byArtifact = Map.groupBy(files, (row) => row.artifact_id)
  return ids.map((id) => ({
    id,
    changesets: (changesets.get(id) ?? []).map((row) => toChangeset(row, comments.get(row.id) ?? [])),
    files: (byArtifact.get(id) ?? []).map(toFile),
  }))
}

type CommentRow = Selectable<Tables['comment']>

async function loadComments(db: Reader, changesets: readonly Selectable<Tables['changeset']>[]) {
  if (changesets.length === 0) return new Map<number, CommentRow[]>()
  const ids = changesets.map(({ id }) => id)
  const rows = await db.selectFrom('comment').selectAll().where(inList('changeset_id', ids)).orderBy('id').execute()
  return Map.groupBy(rows, (row): number => row.changeset_id)
}

const toAuthorship = (row: Pick<CommentRow, 'submitted_by' | 'submitted_email' | 'submitted_on'>) => ({
  submittedBy: row.submitted_by,
  submittedEmail: row.submitted_email,
  submittedOn: row.submitted_on,
})

const toChangeset = (row: Selectable<Tables['changeset']>, comments: readonly CommentRow[]): RecordedChangeset => ({
  id: row.id,
  ...toAuthorship(row),
  // Written only by the artifacts slice, from StoredValues.
  values: JSON.parse(row.values) as StoredValues,
  comments: comments.map(toComment),
})

const toComment = (row: CommentRow): Comment => ({
  ...toAuthorship(row),
  format: row.format as RichText['format'],
  body: row.body,
  groups: row.groups === null ? null : (JSON.parse(row.groups) as UserGroupId[]),
})

type FileRow = Selectable<Tables['file']>

const toFile = (row: FileRow): AttachedBytes => ({
  id: row.id,
  name: row.name,
  size: row.size,
  mediaType: row.media_type,
  description: row.description,
  blob: row.blob,
  isAttached: row.status === 'attached',
})

/** Returns the next files of some trackers' artifacts after an id. */
export async function loadFilesAfter(
  db: Reader,
  trackers: readonly TrackerId[],
  after: FileId | 0,
  limit: number,
): Promise<AttachedBytes[]> {
  if (trackers.length === 0) return []
  const rows = await db
    .selectFrom('file')
    .innerJoin('artifact', 'artifact.id', 'file.artifact_id')
    .selectAll('file')
    .where(inList('artifact.tracker_id', trackers))
    .where('file.id', '>', after as FileId)
    .orderBy('file.id')
    .limit(limit)
    .execute()
  return rows.map(toFile)
}

/** Returns files that were removed from artifacts. */
export async function loadRemovedFiles(
  db: Reader,
  artifacts: readonly ArtifactId[],
): Promise<Map<ArtifactId, FileId[]>> {
  const removed = new Map<ArtifactId, FileId[]>()
  if (artifacts.length === 0) return removed
  const query = db.selectFrom('file').select(['id', 'artifact_id']).where(inList('artifact_id', artifacts))
  for (const { id, artifact_id } of await query.where('status', '<>', 'attached').orderBy('id').execute()) {
    if (artifact_id !== null) removed.set(artifact_id, [...(removed.get(artifact_id) ?? []), id])
  }
  return removed
}
