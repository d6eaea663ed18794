import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { ChangeId, UserId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'send-mail': NoticeKey
  }
}

/** Key of the mail to one user about one change. */
export interface NoticeKey {
  readonly change: ChangeId
  readonly user: UserId
}

/** Adds the mails that do not exist yet and returns their keys; a second run adds none. */
export async function addNotices(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  notices: readonly NoticeKey[],
  at: EpochSeconds,
): Promise<NoticeKey[]> {
  if (notices.length === 0) return []
  const changes = [...new Set(notices.map(({ change }) => change))]
  const query = tx
    .selectFrom('artifact_change_email')
    .select(['change_id', 'user_id'])
    .where(inList('change_id', changes))
  const knownKeys = new Set((await query.execute()).map((row) => `${row.change_id} ${row.user_id}`))
  const added = notices.filter(({ change, user }) => !knownKeys.has(`${change} ${user}`))
  const rows = added.map(({ change, user }) => ({ change_id: change, user_id: user, created_on: at }))
  await insertRows(
    tx,
    'artifact_change_email',
    rows.map((row) => ({ ...row, sent_on: null, error: null })),
  )
  return added
}

/** Returns the creation time of a mail that is neither sent nor given up. */
export async function findOpenNoticeDate(db: Reader, { change, user }: NoticeKey): Promise<EpochSeconds | undefined> {
  const row = await db
    .selectFrom('artifact_change_email')
    .select('created_on')
    .where('change_id', '=', change)
    .where('user_id', '=', user)
    .where('sent_on', 'is', null)
    .where('error', 'is', null)
    .executeTakeFirst()
  return row?.created_on
}

export async function endNotice(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  { change, user }: NoticeKey,
  ending: { readonly sentOn: EpochSeconds } | { readonly problem: string },
): Promise<void> {
  const set = 'sentOn' in ending ? { sent_on: ending.sentOn } : { error: ending.problem.slice(0, 2000) }
  await tx
    .updateTable('artifact_change_email')
    .set(set)
    .where('change_id', '=', change)
    .where('user_id', '=', user)
    .execute()
}

export async function removeNoticesBefore(tx: Tx, _permit: SystemPermit<'sweep'>, moment: EpochSeconds): Promise<void> {
  await tx.deleteFrom('artifact_change_email').where('created_on', '<', moment).execute()
}
