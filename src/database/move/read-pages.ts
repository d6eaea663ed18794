import { type RawBuilder, sql } from 'kysely'
import { getDialect } from '../engine/builders.ts'
import type { Reader } from '../tables/transaction.ts'
import { isUnmovedRow } from './engine-differences.ts'
import type { KeyValues, TableStructure } from './table-structure.ts'

export type Row = Readonly<Record<string, unknown>>

export interface Page {
  readonly rows: readonly Row[]
  /** Key of the last row. */
  readonly last: KeyValues
}

const maxRows = 1000
/** Bytes of texts in a page, unless one row has more. */
const maxBytes = 4 * 1024 ** 2

/** Reads a table after a key in pages, each by the primary key, so that no page reads the rows before it. */
export async function* readPages(
  db: Reader,
  table: TableStructure,
  after?: KeyValues,
): AsyncGenerator<Page, void, undefined> {
  const position = table.key.length === 0 ? rowPositions[getDialect(db)] : keyPosition(table.key)
  const from = (start: KeyValues | undefined): RawBuilder<unknown> =>
    sql`from ${sql.table(table.name)} ${start === undefined ? sql`` : position.isAfter(start)} order by ${position.order}`
  // The target builds its own words.
  const moved = table.columns.filter(({ kind }) => kind !== 'words')
  const columns = sql.join([...moved.map(({ name }) => sql.ref(name)), ...position.selected])
  for (let start = after; ; ) {
    const limit = await findPageSize(db, table, from(start))
    const { rows } = await sql<Row>`select ${columns} ${from(start)} limit ${limit}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    start = position.names.map((name) => last[name] as string | number)
    yield { rows: rows.filter((row) => !isUnmovedRow(table.name, row)), last: start }
  }
}

/** Returns how many of the next rows are read at once; 1 or more. */
async function findPageSize(db: Reader, table: TableStructure, from: RawBuilder<unknown>): Promise<number> {
  const texts = table.columns.filter(({ kind }) => kind === 'text' || kind === 'bytes')
  if (texts.length === 0) return maxRows
  const size = sql.join(
    texts.map(({ name }) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
    sql` + `,
  )
  const { rows } = await sql<{ size: number }>`select ${size} as size ${from} limit ${maxRows}`.execute(db)
  let bytes = 0
  const count = rows.findIndex((row) => {
    bytes += row.size
    return bytes > maxBytes
  })
  return count === -1 ? maxRows : Math.max(1, count)
}

/** Order of the rows of a table. */
interface Position {
  readonly names: readonly string[]
  readonly order: RawBuilder<unknown>
  /** What is selected in addition to the columns of the table. */
  readonly selected: readonly RawBuilder<unknown>[]
  isAfter(key: KeyValues): RawBuilder<unknown>
}

function keyPosition(key: readonly string[]): Position {
  const order = sql.join(key.map((name) => sql.ref(name)))
  return { names: key, order, selected: [], isAfter: (values) => sql`where (${order}) > (${sql.join(values)})` }
}

/** Where rows without a key are stored; that does not change while nothing is written. */
const rowPositions = {
  sqlite: {
    names: ['row_position'],
    order: sql`rowid`,
    selected: [sql`rowid as row_position`],
    isAfter: ([value]: KeyValues) => sql`where rowid > ${value}`,
  },
  postgres: {
    names: ['row_position'],
    order: sql`ctid`,
    selected: [sql`ctid::text as row_position`],
    isAfter: ([value]: KeyValues) => sql`where ctid > ${value}::text::tid`,
  },
} satisfies Record<string, Position>
