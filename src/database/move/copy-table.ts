import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../db/db.ts'
import { insertRows } from '../statements/insert-rows.ts'
import { convertRow } from './convert-row.ts'
import { MoveError } from './move-error.ts'
import { type Page, readPages } from './read-pages.ts'
import type { TableStructure } from './table-structure.ts'
import { saveProgress, type TableProgress } from './unfinished-move.ts'

interface Copy {
  readonly source: Reader
  readonly target: Database
  readonly table: TableStructure
  /** undefined: the copy has not begun. */
  readonly progress: TableProgress | undefined
  readonly onRows: (count: number) => void
}

/** Copies the rows of a table that the target does not have yet; returns their number in the target. */
export async function copyTable(copy: Copy): Promise<number> {
  const { progress } = copy
  if (progress?.isComplete) return progress.rows
  return copy.table.key.length === 0 ? copyAtOnce(copy) : copyInSteps(copy)
}

/** One transaction for each page, with its position, so that an interrupted copy continues after the last one. */
async function copyInSteps({ source, target, table, progress, onRows }: Copy): Promise<number> {
  let reached = progress ?? { rows: 0, last: null, isComplete: false }
  if (progress === undefined)
    await target.write(async (tx) => {
      await clearTable(tx, table)
      await saveProgress(tx, table.name, reached)
    })
  for await (const page of readPages(source, table, reached.last ?? undefined)) {
    const next = { ...reached, rows: reached.rows + page.rows.length, last: page.last }
    await target.write(async (tx) => {
      // First, as openTarget waits for transactions that have written it.
      await saveProgress(tx, table.name, next)
      await insertPage(tx, table, page)
    })
    reached = next
    onRows(page.rows.length)
  }
  await target.write((tx) => saveProgress(tx, table.name, { ...reached, isComplete: true }))
  return reached.rows
}

/** Positions of rows without a key may change between two starts. Such tables are small. */
const copyAtOnce = ({ source, target, table, onRows }: Copy): Promise<number> =>
  target.write(async (tx) => {
    await clearTable(tx, table)
    let rows = 0
    for await (const page of readPages(source, table)) {
      await insertPage(tx, table, page)
      rows += page.rows.length
    }
    await saveProgress(tx, table.name, { rows, last: null, isComplete: true })
    onRows(rows)
    return rows
  })

/** Removes the rows that migrations have inserted. */
const clearTable = (tx: Tx, { name }: TableStructure): Promise<unknown> =>
  sql`delete from ${sql.table(name)}`.execute(tx)

async function insertPage(tx: Tx, table: TableStructure, { rows, last }: Page): Promise<void> {
  const converted = rows.map((row) => convertRow(tx, table, row))
  try {
    // Every table has columns of its own, which the type of one cannot describe.
    await insertRows(tx, table.name as 'setting', converted as never[])
  } catch (cause) {
    if (!isRejection(cause)) throw cause
    throw new MoveError(`A row of ${table.name} up to ${JSON.stringify(last)} is rejected: ${cause.message}`, { cause })
  }
}

/** Whether the target cannot store a value, such as the character 0 in PostgreSQL, or a constraint is violated. */
const isRejection = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  (('code' in cause && /^2[23]...$/.test(String(cause.code))) ||
    ('errcode' in cause && (Number(cause.errcode) & 0xff) === sqliteConstraint))

const sqliteConstraint = 19
