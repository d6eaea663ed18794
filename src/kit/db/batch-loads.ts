import type { Reader } from './db.ts'

interface Batch<Id, Found> {
  readonly ids: Set<Id>
  readonly loaded: Promise<ReadonlyMap<Id, Found>>
}

/**
 * Returns a function that loads one item and combines all calls of one turn of the event loop into one query. The query
 * runs after the last of these calls, so each call sees what was committed before it. `schedule` decides when:
 * `setImmediate` also combines requests that arrive on different connections.
 */
export function batchPerTick<Id, Found>(
  load: (db: Reader, ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>,
  schedule: (begin: () => void) => void = process.nextTick,
): (db: Reader, id: Id) => Promise<Found | undefined> {
  const waiting = new WeakMap<Reader, Batch<Id, Found>>()

  function begin(db: Reader, first: Id): Batch<Id, Found> {
    const ids = new Set([first])
    const loaded = new Promise<void>((resolve) => schedule(resolve)).then(() => {
      waiting.delete(db)
      return load(db, [...ids])
    })
    const begun = { ids, loaded }
    waiting.set(db, begun)
    return begun
  }

  return async (db, id) => {
    const { ids, loaded } = waiting.get(db) ?? begin(db, id)
    ids.add(id)
    return (await loaded).get(id)
  }
}
