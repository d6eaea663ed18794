import {
  ColumnNode,
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  RawNode,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely'
import { type Topic, topics } from '../revision-cache.ts'
import type { WriteObserver } from './builders.ts'
import type { WriteEffect, WriteEffects } from './write-effects.ts'
import { findTableName, findValues } from './written-rows.ts'

interface Write {
  readonly kind: 'insert' | 'update' | 'delete'
  readonly table: string
  /** Updated columns; undefined: unknown */
  readonly columns?: readonly string[] | undefined
  /** Returns the values of a column that all written rows have; undefined: unknown */
  readonly valuesOf?: (column: string) => readonly unknown[] | undefined
}

/** Collects what the statements of one transaction invalidate. */
export class SeenWrites implements WriteObserver {
  readonly #effects: WriteEffects
  readonly #invalidated = new Set<Topic>()

  constructor(effects: WriteEffects) {
    this.#effects = effects
  }

  see({ query, sql }: CompiledQuery): void {
    for (const write of findWrites(query, sql)) {
      // Other tables, such as those of the text indexes, belong to the database layer.
      if (!Object.hasOwn(this.#effects, write.table)) continue
      const effect: WriteEffect = this.#effects[write.table as keyof WriteEffects]
      if (isCached(effect, write)) for (const topic of effect[write.kind]) this.#invalidated.add(topic)
    }
  }

  take(): Topic[] {
    const taken = topics.filter((topic) => this.#invalidated.has(topic))
    this.#invalidated.clear()
    return taken
  }
}

function isCached(effect: WriteEffect, { kind, columns, valuesOf }: Write): boolean {
  const { ignoredColumns, cachedColumns, cachedRows } = effect
  if (kind === 'update' && columns !== undefined) {
    if (ignoredColumns !== undefined && columns.every((each) => ignoredColumns.includes(each))) return false
    if (cachedColumns !== undefined && !columns.some((each) => cachedColumns.includes(each))) return false
  }
  const values = cachedRows && valuesOf?.(cachedRows.column)
  return values === undefined || values.some((each) => cachedRows?.values.some((cached) => cached === each))
}

/** Writes of statements that are compiled once, by their root node. */
const known = new WeakMap<OperationNode, readonly Write[]>()
const noWrites: readonly Write[] = []

function findWrites(query: OperationNode, sql: string): readonly Write[] {
  const found = known.get(query) ?? (RawNode.is(query) ? parseWrites(sql) : [...collectWrites(query)])
  if (found.length > 0) known.set(query, found)
  return found.length > 0 ? found : noWrites
}

function* collectWrites(node: OperationNode): Iterable<Write> {
  if (InsertQueryNode.is(node)) {
    const table = findTableName(node.into)
    const valuesOf = (column: string) => findValues(node, column)
    if (table !== undefined) yield { kind: 'insert', table, valuesOf }
    // `on conflict do update`
    const updates = node.onConflict?.updates
    if (table !== undefined && updates !== undefined)
      yield { kind: 'update', table, columns: findColumns(updates), valuesOf }
  } else if (UpdateQueryNode.is(node)) {
    const table = findTableName(node.table)
    if (table !== undefined)
      yield {
        kind: 'update',
        table,
        columns: findColumns(node.updates ?? []),
        valuesOf: (column) => findValues(node, column),
      }
  } else if (DeleteQueryNode.is(node)) {
    const valuesOf = (column: string) => findValues(node, column)
    for (const from of node.from.froms) {
      const table = findTableName(from)
      if (table !== undefined) yield { kind: 'delete', table, valuesOf }
    }
  } else if (!SelectQueryNode.is(node)) return
  for (const { expression } of node.with?.expressions ?? []) yield* collectWrites(expression)
}

function findColumns(updates: readonly { readonly column: OperationNode }[]): readonly string[] | undefined {
  const names = updates.map(({ column }) => (ColumnNode.is(column) ? column.column.name : undefined))
  return names.every((name) => name !== undefined) ? names : undefined
}

/** Finds the writes in a statement that was written as text. */
function parseWrites(sql: string): readonly Write[] {
  const found = sql.matchAll(
    /\b(?:(insert)\s+into|(delete)\s+from|(update))\s+"?(\w+)"?(?:\s+set\s+(.*?)(?=\s(?:where|returning|from)\s|$))?/gis,
  )
  return Array.from(found, ([, insert, remove, , table = '', set]) => ({
    kind: insert !== undefined ? 'insert' : remove !== undefined ? 'delete' : 'update',
    table,
    columns: set === undefined ? undefined : Array.from(set.matchAll(/"?(\w+)"?\s*=/g), ([, name = '']) => name),
  }))
}
