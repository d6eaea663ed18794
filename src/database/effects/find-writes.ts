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
import type { ChangeLog } from './log-entry.ts'
import { findTableName, findValues } from './written-rows.ts'

/** A statement with the values that its compiled form, which others share, does not have. */
export interface SentQuery extends CompiledQuery {
  /** Inserted rows. */
  readonly rows?: readonly object[]
  /** Values of slots by name. */
  readonly slotValues?: Readonly<Record<string, unknown>>
  /** Entries of the change log. */
  readonly log?: ChangeLog | undefined
}

/** A write of one table. */
export interface Write {
  readonly kind: 'insert' | 'update' | 'delete'
  readonly table: string
  /** Updated columns; undefined: unknown */
  readonly columns?: readonly string[] | undefined
  /** An insert that does not become an update. */
  readonly isNew?: boolean
  /** Returns the values of a column that all written rows have; undefined: unknown */
  readonly valuesOf?: (column: string, query: SentQuery) => readonly unknown[] | undefined
}

/** Returns what a statement writes; determined once for statements that are compiled once. */
export function findWrites({ query, sql }: CompiledQuery): readonly Write[] {
  const writes = writesByNode.get(query) ?? (RawNode.is(query) ? parseWrites(sql) : [...collectWrites(query)])
  if (writes.length > 0) writesByNode.set(query, writes)
  return writes.length > 0 ? writes : noWrites
}

/** Writes of statements by their root node. */
const writesByNode = new WeakMap<OperationNode, readonly Write[]>()
const noWrites: readonly Write[] = []

function* collectWrites(node: OperationNode): Iterable<Write> {
  if (InsertQueryNode.is(node)) {
    const table = findTableName(node.into)
    const valuesOf = (column: string, query: SentQuery) => findValues(node, column, query)
    const { onConflict } = node
    if (table !== undefined) yield { kind: 'insert', table, isNew: onConflict === undefined, valuesOf }
    // `on conflict do update`
    const updates = onConflict?.updates
    if (table !== undefined && updates !== undefined)
      yield { kind: 'update', table, columns: findColumns(updates), valuesOf }
  } else if (UpdateQueryNode.is(node)) {
    const table = findTableName(node.table)
    if (table !== undefined)
      yield {
        kind: 'update',
        table,
        columns: findColumns(node.updates ?? []),
        valuesOf: (column, query) => findValues(node, column, query),
      }
  } else if (DeleteQueryNode.is(node)) {
    for (const from of node.from.froms) {
      const table = findTableName(from)
      if (table !== undefined)
        yield { kind: 'delete', table, valuesOf: (column, query) => findValues(node, column, query) }
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
  const matches = sql.matchAll(
    /\b(?:(insert)\s+into|(delete)\s+from|(update))\s+"?(\w+)"?(?:\s+set\s+(.*?)(?=\s(?:where|returning|from)\s|$))?/gis,
  )
  return Array.from(matches, ([, insert, remove, , table = '', set]) => ({
    kind: insert !== undefined ? 'insert' : remove !== undefined ? 'delete' : 'update',
    table,
    columns: set === undefined ? undefined : Array.from(set.matchAll(/"?(\w+)"?\s*=/g), ([, name = '']) => name),
  }))
}

/** Returns the values of a column in the written rows; throws if the statement does not have them. */
export function knownValues(
  { kind, table, valuesOf: read }: Write,
  query: SentQuery,
  column: string,
): readonly unknown[] {
  const values = read?.(column, query)
  if (values === undefined) throw new Error(`The ${column} of rows of ${table} is not in the ${kind}: ${query.sql}`)
  return values
}

/** Variant for columns of ids; those that are null are left out. */
export const knownIds = (write: Write, query: SentQuery, column: string): readonly number[] =>
  knownValues(write, query, column).flatMap((id) => (id === null ? [] : [Number(id)]))
