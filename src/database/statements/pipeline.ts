import type { QueryExecutorProvider } from 'kysely'
import { getDialect } from '../engine/builders.ts'

/**
 * Runs works that do not depend on each other, in this order. On PostgreSQL the first statements of all works are sent
 * before any response: a transaction of a dozen sequential statements spends most of its time on round trips, while
 * others wait for its locks. SQLite is in this process, and its works do not interleave.
 */
export async function runPipelined<Found extends readonly unknown[]>(
  db: QueryExecutorProvider,
  ...works: { readonly [Place in keyof Found]: () => Promise<Found[Place]> }
): Promise<Found> {
  const results: unknown[] = []
  if (getDialect(db) === 'postgres') {
    // Waits for all works: none may continue after its transaction has reacted to the failure of another.
    for (const each of await Promise.allSettled(works.map((work) => work()))) {
      if (each.status === 'rejected') throw each.reason
      results.push(each.value)
    }
  } else for (const work of works) results.push(await work())
  // Results of the works, in their order.
  return results as unknown as Found
}
