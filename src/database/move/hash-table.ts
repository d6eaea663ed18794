import { hash } from 'node:crypto'
import type { Reader } from '../tables/transaction.ts'
import { type Row, readPages } from './read-pages.ts'
import type { TableStructure } from './table-structure.ts'

export interface TableDigest {
  readonly rows: number
  readonly hash: string
}

/**
 * Returns the number of rows and the sum of their hashes: databases order texts differently. The words of an index are
 * left out, as each database has a format of its own.
 */
export async function hashTable(
  db: Reader,
  table: TableStructure,
  onRows: (count: number) => void = () => {},
): Promise<TableDigest> {
  const names = table.columns.filter(({ kind }) => kind !== 'words').map(({ name }) => name)
  let sum = 0n
  let count = 0
  for await (const { rows } of readPages(db, table)) {
    for (const row of rows) sum += hashRow(names, row)
    sum = BigInt.asUintN(256, sum)
    count += rows.length
    onRows(rows.length)
  }
  return { rows: count, hash: sum.toString(16).padStart(64, '0') }
}

const hashRow = (names: readonly string[], row: Row): bigint =>
  BigInt(`0x${hash('sha256', JSON.stringify(names.map((name) => toJson(row[name]))))}`)

const toJson = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
