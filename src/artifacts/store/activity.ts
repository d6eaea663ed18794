import { expressionBuilder, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ArtifactId, ChangesetId, ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { LatestChange } from '../model/activity.ts'
import { type CommentReaders, isReadableComment } from './search.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Changes of existing artifacts that a caller sees. */
export interface VisibleActivity {
  readonly project: ProjectId
  readonly trackers: readonly TrackerId[]
  readonly where: ArtifactCondition
  /** Who may read private comments. */
  readonly readers: readonly CommentReaders[]
}

interface ActivityCount {
  readonly period: number
  readonly kind: string
  readonly changes: number
  readonly comments: number
}

/** Counts changes by kind, and their readable comments, in periods that begin at `starts` and end at the next start. */
export async function countActivity(
  db: Reader,
  activity: VisibleActivity,
  starts: readonly EpochSeconds[],
): Promise<ActivityCount[]> {
  const [first = 0, ...others] = starts
  const periods = others.map((end, index) => sql`when change.at < ${end} then ${sql.lit(index)}`)
  const period =
    periods.length === 0 ? sql.lit(0) : sql`case ${sql.join(periods, sql` `)} else ${sql.lit(others.length)} end`
  const { rows } = await sql<ActivityCount>`
    select ${period} as period, change.kind, count(*) as changes, count(comment_text.id) as comments
    ${visibleChanges(activity)} and change.at >= ${first}
    group by 1, 2`.execute(db)
  return rows.map((row) => ({
    period: Number(row.period),
    kind: row.kind,
    changes: Number(row.changes),
    comments: Number(row.comments),
  }))
}

/** Returns the latest changes, newest first. */
export async function loadLatestChanges(
  db: Reader,
  activity: VisibleActivity,
  since: EpochSeconds,
  limit: number,
): Promise<LatestChange[]> {
  const { rows } = await sql<{
    at: EpochSeconds
    kind: LatestChange['kind']
    artifact_id: ArtifactId
    changeset_id: ChangesetId | null
    user_id: UserId | null
    comment: number | null
  }>`
    select change.at, change.kind, change.artifact_id, change.changeset_id, change.user_id, comment_text.id as comment
    ${visibleChanges(activity)} and change.at >= ${since}
    order by change.at desc, change.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    at: row.at,
    kind: row.kind,
    artifactId: row.artifact_id,
    changesetId: row.changeset_id,
    userId: row.user_id,
    hasComment: row.comment !== null,
  }))
}

const visibleChanges = ({ project, trackers, where, readers }: VisibleActivity) => sql`
  from change join artifact on artifact.id = change.artifact_id
  left join comment_text on comment_text.changeset_id = change.changeset_id and ${isReadableComment(readers)}
  where change.project_id = ${project} and change.kind in ('created', 'updated', 'moved')
    and ${inList('change.tracker_id', trackers)} and (${where(expressionBuilder<Tables, 'artifact'>())})`
