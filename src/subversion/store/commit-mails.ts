import type { Reader, Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { RepositoryId, UserId } from '../../kit/values/ids.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

export interface CommitMailKey {
  readonly repository: RepositoryId
  readonly revision: number
  readonly email: string
}

/** Adds the mails that do not exist yet and returns them; a second run adds none. */
export async function addCommitMails(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  of: Pick<CommitMailKey, 'repository' | 'revision'>,
  recipients: ReadonlyMap<string, UserId | null>,
  at: EpochSeconds,
): Promise<CommitMailKey[]> {
  const query = tx.selectFrom('commit_email').select('email').where('repository_id', '=', of.repository)
  const rows = await query.where('revision', '=', of.revision).execute()
  const notified = new Set(rows.map(({ email }) => email))
  const added = [...recipients].filter(([email]) => !notified.has(email))
  await insertRows(
    tx,
    'commit_email',
    added.map(([email, userId]) => ({
      repository_id: of.repository,
      revision: of.revision,
      email,
      user_id: userId,
      created_on: at,
      sent_on: null,
      error: null,
    })),
  )
  return added.map(([email]) => ({ ...of, email }))
}

/** Returns a mail that is neither sent nor given up. */
export async function findOpenCommitMail(
  db: Reader,
  key: CommitMailKey,
): Promise<{ readonly userId: UserId | null; readonly createdOn: EpochSeconds } | undefined> {
  const row = await db
    .selectFrom('commit_email')
    .select(['user_id as userId', 'created_on as createdOn'])
    .where('repository_id', '=', key.repository)
    .where('revision', '=', key.revision)
    .where('email', '=', key.email)
    .where('sent_on', 'is', null)
    .where('error', 'is', null)
    .executeTakeFirst()
  return row
}

export async function endCommitMail(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  { repository, revision, email }: CommitMailKey,
  ending: { readonly sentOn: EpochSeconds } | { readonly problem: string },
): Promise<void> {
  const set = 'sentOn' in ending ? { sent_on: ending.sentOn } : { error: ending.problem.slice(0, 2000) }
  const mails = tx.updateTable('commit_email').set(set).where('repository_id', '=', repository)
  await mails.where('revision', '=', revision).where('email', '=', email).execute()
}
