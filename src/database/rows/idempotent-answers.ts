import { message } from '../../kit/messages/message.ts'
import { isLockTimeout } from '../../kit/messages/outage.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Tables } from '../tables/tables.ts'
import type { Reader, Tx } from '../tables/transaction.ts'

type AnswerRow = Tables['idempotent_response']
export type AnswerClaim = Omit<AnswerRow, 'encrypted_response'>
export type AnswerKey = Pick<AnswerRow, 'caller' | 'key_hash'>

/** Returns the answer stored under a key, unless it is from `until` or earlier. */
export async function findAnswer(db: Reader, key: AnswerKey, until: EpochSeconds): Promise<AnswerRow | undefined> {
  return db
    .selectFrom('idempotent_response')
    .where('caller', '=', key.caller)
    .where('key_hash', '=', key.key_hash)
    .where('created_on', '>', until)
    .selectAll()
    .executeTakeFirst()
}

/**
 * Claims a key for this transaction, also one with an answer from `until` or earlier; returns false when another
 * request has it. Waits for a transaction that claims the same key: if that one is rolled back, the key is free. Throws
 * a conflict when the wait exceeds a timeout of PostgreSQL.
 */
export async function claimAnswer(tx: Tx, claim: AnswerClaim, until: EpochSeconds): Promise<boolean> {
  const taking = tx
    .insertInto('idempotent_response')
    .values({ ...claim, encrypted_response: '' })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'key_hash'])
        .doUpdateSet({ ...claim, encrypted_response: '' })
        .where('idempotent_response.created_on', '<=', until),
    )
    .returning('caller')
  try {
    return (await taking.executeTakeFirst()) !== undefined
  } catch (error) {
    throw isTooLong(error) ? new Refusal('conflict', stillRunning) : error
  }
}

const stillRunning = message`A request with this Idempotency-Key is still running: send it again later.`

/** PostgreSQL waited for the timeout of statements or of locks; SQLite waits before the transaction begins. */
const isTooLong = (error: unknown): boolean =>
  isLockTimeout(error) || (error instanceof Error && 'code' in error && error.code === '57014')

/** Saves the answer of a claim of the same transaction. */
export async function saveAnswer(tx: Tx, key: AnswerKey, encryptedResponse: string): Promise<void> {
  await tx
    .updateTable('idempotent_response')
    .set({ encrypted_response: encryptedResponse })
    .where('caller', '=', key.caller)
    .where('key_hash', '=', key.key_hash)
    .execute()
}

/** Removes the answers from `until` or earlier. */
export async function removeAnswers(tx: Tx, until: EpochSeconds): Promise<void> {
  await tx.deleteFrom('idempotent_response').where('created_on', '<=', until).execute()
}
