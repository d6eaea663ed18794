import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { DigestKey } from '../model/digest.ts'

type Key = DigestKey<UserId>
export type DueDigest = Key & { readonly dueOn: EpochSeconds }

const keyText = ({ user, day }: Key): string => `${user} ${day}`

/**
 * Adds the digests that do not exist yet. Returns these, and those that no longer take items; the others take items
 * until the transaction ends.
 */
export async function openDigests(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  digests: readonly DueDigest[],
): Promise<{ readonly added: DueDigest[]; readonly closed: ReadonlySet<UserId> }> {
  const inserted = new Set<string>()
  const closed = new Set<UserId>()
  // In one order on all nodes, because the rows stay locked.
  const ordered = digests.toSorted((a, b) => a.user - b.user)
  for (const batch of splitIntoBatches(ordered, 500)) {
    const rows = batch.map(({ user, day, dueOn }) => ({ user_id: user, day, due_on: dueOn }))
    const insert = tx.insertInto('digest_email').values(rows)
    const added = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returning(['user_id', 'day'])
      .execute()
    for (const row of added) inserted.add(keyText({ user: row.user_id, day: row.day }))
    const users = batch.map(({ user }) => user)
    const days = [...new Set(batch.map(({ day }) => day))]
    const query = tx.selectFrom('digest_email').select(['user_id', 'day', 'closed_on'])
    const chosen = query.where(inList('user_id', users)).where(inList('day', days)).orderBy('user_id').orderBy('day')
    const keys = new Set(batch.map(keyText))
    for (const row of await lockRows(tx, chosen).execute())
      if (row.closed_on !== null && keys.has(keyText({ user: row.user_id, day: row.day }))) closed.add(row.user_id)
  }
  return { added: ordered.filter((each) => inserted.has(keyText(each))), closed }
}

/** Returns when a digest was due that is neither sent nor given up. */
export async function findOpenDigestDate(db: Reader, { user, day }: Key): Promise<EpochSeconds | undefined> {
  const row = await db
    .selectFrom('digest_email')
    .select('due_on')
    .where('user_id', '=', user)
    .where('day', '=', day)
    .where('sent_on', 'is', null)
    .where('error', 'is', null)
    .executeTakeFirst()
  return row?.due_on
}

/** From then on the digest takes no items: what is read afterwards is complete. */
export async function closeDigest(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  { user, day }: Key,
  at: EpochSeconds,
): Promise<void> {
  const update = tx.updateTable('digest_email').set({ closed_on: at })
  await update.where('user_id', '=', user).where('day', '=', day).where('closed_on', 'is', null).execute()
}

export async function endDigest(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  { user, day }: Key,
  ending: { readonly sentOn: EpochSeconds } | { readonly problem: string },
): Promise<void> {
  const set = 'sentOn' in ending ? { sent_on: ending.sentOn } : { error: ending.problem.slice(0, 2000) }
  await tx.updateTable('digest_email').set(set).where('user_id', '=', user).where('day', '=', day).execute()
}

export async function removeDigestsBefore(tx: Tx, _permit: SystemPermit<'sweep'>, moment: EpochSeconds): Promise<void> {
  await tx.deleteFrom('digest_email').where('due_on', '<', moment).execute()
}
