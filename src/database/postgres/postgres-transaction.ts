import type pg from 'pg'
import { DatabaseLostError, isUnreachable, UnknownCommitError } from '../../kit/messages/outage.ts'
import type { Connection } from '../engine/engine.ts'
import { type Execute, toLost, withClient } from './postgres-client.ts'

export const runTransaction = <T>(
  pool: pg.Pool,
  begin: string,
  execute: Execute,
  work: (on: Connection) => Promise<T>,
): Promise<T> =>
  withClient(pool, async (client, lost) => {
    let loss: DatabaseLostError | undefined
    const noticeLoss = (error: unknown): never => {
      if (error instanceof DatabaseLostError) loss ??= error
      throw error
    }
    // The response is not awaited: later statements run after it, and cannot write if it failed.
    const begun = client.query(begin).catch((error: unknown) => noticeLoss(toLostAtBegin(error)))
    begun.catch(() => undefined)
    const responses: Promise<unknown>[] = []
    try {
      const result = await work({
        execute: (sql, parameters) => execute(client, sql, parameters).catch(noticeLoss),
        send(sql, parameters) {
          const response = execute(client, sql, parameters).catch(noticeLoss)
          response.catch(() => undefined)
          responses.push(response)
          return response
        },
      })
      if (loss !== undefined) throw loss
      await commit(client, begun, responses)
      return result
    } catch (error) {
      // Sent after all other statements, whose responses are no longer awaited.
      await client.query('rollback').catch(lost)
      if (error instanceof UnknownCommitError) throw error
      // Work may have replaced the error by one of its own, which only the loss has caused.
      throw loss ?? (isConsequence(error) ? await findCause(responses, error) : error)
    }
  })

/** Sends the commit without waiting for the responses to the last statements. */
async function commit(
  client: pg.PoolClient,
  begun: Promise<unknown>,
  responses: readonly Promise<unknown>[],
): Promise<void> {
  // After a failed statement, PostgreSQL rolls back instead of committing.
  const committed = client.query('commit')
  committed.catch(() => undefined)
  try {
    await begun
    // The first failure is the cause of the others.
    for (const response of responses) await response
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back the transaction instead of committing it')
  } catch (error) {
    // The commit was sent: PostgreSQL may have received it, whichever response was lost.
    const cause = error instanceof DatabaseLostError ? error.cause : error
    throw cause instanceof Error && isUnreachable(cause) ? new UnknownCommitError(cause) : error
  }
}

/** Returns the first failure among the statements whose responses were not awaited. */
async function findCause(responses: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  for (const response of await Promise.allSettled(responses)) if (response.status === 'rejected') return response.reason
  return otherwise
}

/** Whether a statement failed only because an earlier one of its transaction had failed. */
const isConsequence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02'

/** A server that does not accept writes (any more, or yet) is not the primary: SQLSTATE 0A000 or 25006. */
function toLostAtBegin(error: unknown): unknown {
  const isStandby = error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '25006')
  return isStandby ? new DatabaseLostError(error) : toLost(error)
}
