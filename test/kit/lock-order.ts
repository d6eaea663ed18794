import { type CompiledQuery, SelectQueryNode, TableNode } from 'kysely'
import { SeenWrites } from '../../src/database/effects/seen-writes.ts'
import { lockOrder } from '../../src/database/tables/lock-order.ts'

/**
 * Makes a statement fail that locks rows before those of an earlier table, or before several artifacts
 * (src/database/tables/lock-order.ts). SQLite locks no rows, but shows the order as well.
 */
const { see } = SeenWrites.prototype
if (!('checksLocks' in see)) {
  const checked = function (this: SeenWrites, query: CompiledQuery): void {
    checkLock(this, query)
    see.call(this, query)
  }
  SeenWrites.prototype.see = Object.assign(checked, { checksLocks: true })
}

/** The tables that a transaction has locked, in their order; further locks of one of them are mostly of the same row. */
const lockedTables = new WeakMap<SeenWrites, string[]>()

function checkLock(transaction: SeenWrites, query: CompiledQuery): void {
  const locked = lockedTables.get(transaction) ?? []
  lockedTables.set(transaction, locked)
  const before = locked.at(-1)
  // The number of the lock of artifacts (src/database/unit/lock-artifact-changes.ts).
  if (before !== undefined && query.sql.includes('pg_advisory_xact_lock(7310424'))
    throw new Error(`Several artifacts are locked after a row of ${before}`)
  const table = findLockedTable(query)
  if (table === undefined || locked.includes(table)) return
  const rank = rankOf(table)
  if (rank < 0) throw new Error(`Rows of ${table} are locked, but it is not in the order of locks`)
  if (before !== undefined && rank < rankOf(before))
    throw new Error(`Rows of ${table} are locked after one of ${before}`)
  locked.push(table)
}

const rankOf = (table: string): number => lockOrder.findIndex((tables: readonly string[]) => tables.includes(table))

function findLockedTable({ query }: CompiledQuery): string | undefined {
  if (!SelectQueryNode.is(query) || !query.endModifiers?.some(({ modifier }) => modifier?.startsWith('For')))
    return undefined
  const [from] = query.from?.froms ?? []
  return from !== undefined && TableNode.is(from) ? from.table.identifier.name : undefined
}
