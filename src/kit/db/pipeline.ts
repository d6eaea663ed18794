import type { QueryExecutorProvider } from 'kysely'
import { dialectOf } from './builders.ts'

/**
 * Runs works in this order that need no answer of each other. PostgreSQL is sent the first statement of each before it
 * has answered any: a transaction that asks a dozen times, one after the other, spends most of its time on the way, and
 * others wait for its locks meanwhile. SQLite is in this process, and its works do not interleave.
 */
export async function runPipelined<Found extends readonly unknown[]>(
  db: QueryExecutorProvider,
  ...works: { readonly [Place in keyof Found]: () => Promise<Found[Place]> }
): Promise<Found> {
  const found: unknown[] = []
  if (dialectOf(db) === 'postgres') {
    // To the end of each: none goes on behind what its transaction does about the failure of another.
    for (const each of await Promise.allSettled(works.map((work) => work()))) {
      if (each.status === 'rejected') throw each.reason
      found.push(each.value)
    }
  } else for (const work of works) found.push(await work())
  // Answers of the works, in their order.
  return found as unknown as Found
}
