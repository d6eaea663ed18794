import type { Begin } from '../../kit/concurrency/begin-after-running.ts'
import type { Reader } from '../tables/transaction.ts'

interface Batch<Id, Found> {
  readonly ids: Set<Id>
  readonly loaded: Promise<ReadonlyMap<Id, Found>>
}

/**
 * Returns a function that loads one item and combines all calls of one turn of the event loop into one query. The query
 * runs after the last of these calls, so each call sees what was committed before it. `createBegin` decides when,
 * separately for each reader: createBeginAfterRunning also combines requests that arrive on different connections.
 */
export function batchLoads<Id, Found>(
  load: (db: Reader, ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>,
  createBegin: () => Begin = () => beginAfterTick,
): (db: Reader, id: Id) => Promise<Found | undefined> {
  const waiting = new WeakMap<Reader, Batch<Id, Found>>()
  const begins = new WeakMap<Reader, Begin>()

  function findBegin(db: Reader): Begin {
    const begin = begins.get(db) ?? createBegin()
    begins.set(db, begin)
    return begin
  }

  function collect(db: Reader, first: Id): Batch<Id, Found> {
    const ids = new Set([first])
    const loaded = findBegin(db)(() => {
      waiting.delete(db)
      return load(db, [...ids])
    })
    const batch = { ids, loaded }
    waiting.set(db, batch)
    return batch
  }

  return async (db, id) => {
    const { ids, loaded } = waiting.get(db) ?? collect(db, id)
    ids.add(id)
    return (await loaded).get(id)
  }
}

/**
 * Variant for functions that load several items: calls for one item are combined. A call for many is not, because each
 * of the others would wait for all of them.
 */
export function batchSingleLoads<Id, Found>(
  load: (db: Reader, ids: readonly Id[]) => Promise<Map<Id, Found>>,
): (db: Reader, ids: readonly Id[]) => Promise<Map<Id, Found>> {
  const loadOne = batchLoads(load)
  return async (db, ids) => {
    const [id] = ids
    if (id === undefined || ids.length > 1) return load(db, ids)
    const item = await loadOne(db, id)
    return new Map(item === undefined ? [] : [[id, item]])
  }
}

const beginAfterTick: Begin = (run) => new Promise<void>((resolve) => process.nextTick(resolve)).then(run)
