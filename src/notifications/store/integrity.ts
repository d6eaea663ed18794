import { sql } from 'kysely'
import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ChangeId, DeliveryId, JobId, UserId } from '../../kit/ids.ts'

export interface JobFact {
  readonly id: JobId
  readonly kind: string
  readonly payload: string
}

/** The next jobs of these kinds in the order of their ids. */
export async function jobsAfter(db: Reader, kinds: readonly string[], after: JobId, limit: number): Promise<JobFact[]> {
  const query = db.selectFrom('job').select(['id', 'kind', 'payload']).where('id', '>', after)
  return query.where(inList('kind', kinds)).orderBy('id').limit(limit).execute()
}

/** The next deliveries that wait, in the order of their ids. */
export async function waitingAfter(db: Reader, after: DeliveryId, limit: number): Promise<DeliveryId[]> {
  const query = db.selectFrom('webhook_delivery').select('id').where('id', '>', after).where('state', '=', 'waiting')
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Deliveries of changes that never happened; a few. */
export async function deliveriesOfNothing(
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

/** Deliveries of commits that nobody knows; a few. */
export async function deliveriesOfUnknownCommits(
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

/** Mails about what never happened; a few. */
export async function noticesOfNothing(db: Reader, limit: number): Promise<{ user: UserId; change: ChangeId }[]> {
  const query = db.selectFrom('mail_notice').select(['user_id as user', 'change_id as change'])
  return query
    .where(sql<boolean>`not exists (select 1 from change where change.id = mail_notice.change_id)`)
    .orderBy('change_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/** The next mails that wait to be sent. */
export async function openNoticesAfter(
  db: Reader,
  after: { readonly change: ChangeId; readonly user: UserId },
  limit: number,
): Promise<{ change: ChangeId; user: UserId }[]> {
  return db
    .selectFrom('mail_notice')
    .select(['change_id as change', 'user_id as user'])
    .where('sent_on', 'is', null)
    .where('problem', 'is', null)
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

/** Of these changes, those the log knows. */
export async function changesThere(db: Reader, ids: readonly ChangeId[]): Promise<Set<ChangeId>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('change').select('id').where(inList('id', ids)).execute()
  return new Set(rows.map(({ id }) => id))
}
