import { getDialect } from '../engine/builders.ts'
import { buildIndexWords } from '../sql/text-index.ts'
import type { Tx } from '../tables/transaction.ts'
import { postgresOnlyColumns } from './engine-differences.ts'
import type { Row } from './read-pages.ts'
import type { ColumnKind, TableStructure } from './table-structure.ts'

/**
 * Converts a row to the values that are inserted into the target. Both databases return the same JavaScript values for
 * numbers, flags (0 or 1), times (seconds) and JSON (text); what differs is here.
 */
export function convertRow(target: Tx, table: TableStructure, row: Row): Row {
  const dialect = getDialect(target)
  const values = table.columns.map(({ name, kind }) => [name, convert[dialect][kind]?.(row[name]) ?? row[name]])
  return {
    ...Object.fromEntries(values),
    // The words of both indexes are those of the column `text` (text-index.ts), which is folded.
    ...Object.fromEntries(
      table.columns
        .filter(({ kind }) => kind === 'words')
        .map(({ name }) => [name, buildIndexWords(target, String(row['text']))]),
    ),
    ...(dialect === 'postgres' ? postgresOnlyColumns[table.name] : {}),
  }
}

type Convert = (value: unknown) => unknown

const convert: { readonly [D in 'sqlite' | 'postgres']: { readonly [K in ColumnKind]?: Convert } } = {
  sqlite: {},
  // Rows are sent as JSON (insert-rows.ts).
  postgres: { bytes: (value) => (value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value) },
}
