import type { Reader } from './db.ts'

interface Batch<Id, Found> {
  readonly ids: Set<Id>
  readonly loaded: Promise<ReadonlyMap<Id, Found>>
}

/**
 * Asks for one thing at a time, where the requests of one turn of the event loop each ask for theirs: those that come
 * before the loop goes on are one query. It runs after the last of them asked, so each sees what was committed before.
 */
export function batchPerTick<Id, Found>(
  load: (db: Reader, ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>,
): (db: Reader, id: Id) => Promise<Found | undefined> {
  const waiting = new WeakMap<Reader, Batch<Id, Found>>()

  function begin(db: Reader, first: Id): Batch<Id, Found> {
    const ids = new Set([first])
    const loaded = new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
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
