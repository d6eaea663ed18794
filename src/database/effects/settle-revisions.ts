import type { QueryExecutorProvider } from 'kysely'
import type { Topic } from '../../kit/caches/revision-cache.ts'
import { getConnection, getWriteObserver } from '../engine/builders.ts'

/**
 * Increases the counters of what a transaction has invalidated so far, so that the cached data is not used on any node
 * once it commits. PostgreSQL runs it together with the next statement, such as the commit.
 */
export async function settleRevisions(tx: QueryExecutorProvider): Promise<void> {
  const connection = getConnection(tx)
  for (const topic of getWriteObserver(tx)?.take() ?? [])
    if (connection.send === undefined) await connection.execute(increase(topic), [])
    else void connection.send(increase(topic), [])
}

/** Topics are constants without quotes. */
const increase = (topic: Topic): string => `update revision set n = n + 1 where topic = '${topic}'`
