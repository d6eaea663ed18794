import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ChangeId, DeliveryId, JobId, UserId } from '../../kit/values/ids.ts'
import { type DigestKey, digestJobKind } from '../model/digest.ts'

export interface JobRow {
  readonly id: JobId
  readonly kind: string
  readonly payload: string
}

/** Returns the next jobs of these kinds, ordered by id. */
export async function loadJobsAfter(
  db: Reader,
  kinds: readonly string[],
  after: JobId,
  limit: number,
): Promise<JobRow[]> {
  const query = db.selectFrom('job').select(['id', 'kind', 'payload']).where('id', '>', after)
  return query.where(inList('kind', kinds)).orderBy('id').limit(limit).execute()
}

/** Returns the next pending deliveries, ordered by id. */
export async function loadPendingDeliveriesAfter(db: Reader, after: DeliveryId, limit: number): Promise<DeliveryId[]> {
  const query = db.selectFrom('webhook_delivery').select('id').where('id', '>', after).where('status', '=', 'waiting')
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Returns the first deliveries whose change is not in the change log. */
export async function loadDeliveriesOfUnknownChanges(
  db: Reader,
  limit: number,
): Promise<{ id: DeliveryId; change: ChangeId | null }[]> {
  const query = db.selectFrom('webhook_delivery').select(['id', 'change_id as change']).where('revision', 'is', null)
  return query
    .where(sql<boolean>`not exists (select 1 from change where change.id = webhook_delivery.change_id)`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the first deliveries whose commit is not recorded. */
export async function loadDeliveriesOfUnknownCommits(
  db: Reader,
  limit: number,
): Promise<{ id: DeliveryId; revision: number | null }[]> {
  const query = db.selectFrom('webhook_delivery').select(['webhook_delivery.id', 'revision'])
  return query
    .leftJoin('webhook', 'webhook.id', 'webhook_id')
    .where('revision', 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from repository_commit where repository_commit.repository_id = webhook.repository_id and repository_commit.revision = webhook_delivery.revision)`,
    )
    .orderBy('webhook_delivery.id')
    .limit(limit)
    .execute()
}

/** Returns the first mails whose change is not in the change log. */
export async function loadNoticesOfUnknownChanges(
  db: Reader,
  limit: number,
): Promise<{ user: UserId; change: ChangeId }[]> {
  const query = db.selectFrom('artifact_change_email').select(['user_id as user', 'change_id as change'])
  return query
    .where(sql<boolean>`not exists (select 1 from change where change.id = artifact_change_email.change_id)`)
    .orderBy('change_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/** Returns the next mails that are neither sent nor given up. */
export async function loadOpenNoticesAfter(
  db: Reader,
  after: { readonly change: ChangeId; readonly user: UserId },
  limit: number,
): Promise<{ change: ChangeId; user: UserId }[]> {
  return db
    .selectFrom('artifact_change_email')
    .select(['change_id as change', 'user_id as user'])
    .where('sent_on', 'is', null)
    .where('error', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('change_id', '>', after.change),
        and([eb('change_id', '=', after.change), eb('user_id', '>', after.user)]),
      ]),
    )
    .orderBy('change_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/** Returns the first digests that are neither sent nor given up and have no job. */
export async function loadDigestsWithoutJob(db: Reader, limit: number): Promise<DigestKey<UserId>[]> {
  const jobs = await db.selectFrom('job').select('payload').where('kind', '=', digestJobKind).execute()
  const awaited = new Set(jobs.map(({ payload }) => payload))
  const query = db.selectFrom('digest_email').select(['user_id as user', 'day'])
  const open = query.where('sent_on', 'is', null).where('error', 'is', null)
  const keys = await open.orderBy('user_id').orderBy('day').execute()
  return keys.filter(({ user, day }) => !awaited.has(JSON.stringify({ user, day }))).slice(0, limit)
}

/** Returns the ids that exist in the change log. */
export async function loadExistingChangeIds(db: Reader, ids: readonly ChangeId[]): Promise<Set<ChangeId>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('change').select('id').where(inList('id', ids)).execute()
  return new Set(rows.map(({ id }) => id))
}
