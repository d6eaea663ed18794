import { type Insertable, type RawBuilder, sql } from 'kysely'
import { getDialect } from '../engine/builders.ts'
import { isUnindexed } from '../sql/unindexed-texts.ts'
import type { Tables } from '../tables/tables.ts'
import type { Tx } from '../tables/transaction.ts'
import { insertRows } from './insert-rows.ts'
import { prepareStatement } from './prepared-statements.ts'

/** Tables whose texts SQLite finds through two indexes, of parts and of words. */
export type IndexedTextTable = 'value_text' | 'comment_text'

/** A row that is about to be indexed or removed, with the number of characters of its text. */
export interface TextRow {
  readonly id: number
  readonly length: number
}

/**
 * Rows that wait to be indexed before this module indexes them: half of what the triggers wait for (unindexed-texts.ts),
 * because a trigger indexes all of them within one statement.
 */
const maxWaiting = 32
/** A row with a longer text does not wait. */
const maxWaitingLength = 2048
/**
 * Characters that one statement indexes or removes, unless one text has more. 64 KiB of random characters take 30 to
 * 50 ms of the thread that serves all requests (decision 44).
 */
const maxLengthAtOnce = 16_384

const indexesOf = (table: IndexedTextTable) => [
  { index: sql.table(`${table}_parts`), column: sql.ref('text') },
  { index: sql.table(`${table}_words`), column: sql.ref('words') },
]

/** Inserts rows with texts. SQLite indexes them in short statements, between which other requests are served. */
export async function insertTexts<T extends IndexedTextTable>(
  tx: Tx,
  table: T,
  rows: readonly (Insertable<Tables[T]> & { readonly text: string })[],
): Promise<void> {
  if (rows.length === 0) return
  if (getDialect(tx) === 'postgres') return insertRows(tx, table, rows)
  let waiting = await countWaiting(tx, table)
  if (waiting >= maxWaiting) {
    await indexWaiting(tx, table)
    waiting = 0
  } else if (waiting < 0) {
    await forgetDeletedIds(tx, table)
    waiting = 0
  }
  let part: typeof rows = []
  for (const row of rows) {
    part = [...part, row]
    if (waiting + part.length < maxWaiting && row.text.length <= maxWaitingLength) continue
    await insertRows(tx, table, part)
    await indexWaiting(tx, table)
    part = []
    waiting = 0
  }
  await insertRows(tx, table, part)
}

/** Returns the rows of a table that a condition is true of, for `deleteTexts`. */
export async function selectTextRows(tx: Tx, table: IndexedTextTable, where: RawBuilder<boolean>): Promise<TextRow[]> {
  const query = sql<TextRow>`select id, length(text) as length from ${sql.table(table)} where ${where}`
  return (await query.execute(tx)).rows
}

/** Deletes rows of SQLite with their texts in the indexes, in short statements. */
export async function deleteTexts(tx: Tx, table: IndexedTextTable, rows: readonly TextRow[]): Promise<void> {
  for (const part of partsOf(rows)) await deleting[table](tx, { ids: part.map(({ id }) => id) })
}

const waitingIn = (table: IndexedTextTable) =>
  prepareStatement<Record<never, never>, { waiting: number }>((db) =>
    db.selectNoFrom(
      sql<number>`(select coalesce(max(id), 0) from ${sql.table(table)})
          - (select up_to from text_indexed where name = ${sql.lit(table)})`.as('waiting'),
    ),
  )

const counting = { value_text: waitingIn('value_text'), comment_text: waitingIn('comment_text') }

async function countWaiting(tx: Tx, table: IndexedTextTable): Promise<number> {
  const [row] = await counting[table](tx, {})
  return row?.waiting ?? 0
}

const deletingFrom = (table: IndexedTextTable) =>
  prepareStatement<{ ids: readonly number[] }, unknown>((db, { inList }) =>
    // Only transactions are passed on; `prepared` itself takes readers.
    (db as Tx).deleteFrom(table).where(inList('id', 'ids')),
  )

const deleting = { value_text: deletingFrom('value_text'), comment_text: deletingFrom('comment_text') }

/** Indexes the rows that wait, as the trigger would when there are enough of them. */
async function indexWaiting(tx: Tx, table: IndexedTextTable): Promise<void> {
  const waiting = sql<TextRow>`select id, length(text) as length from ${sql.table(table)}
    where ${isUnindexed(table)} order by id`
  const { rows } = await waiting.execute(tx)
  const last = rows.at(-1)
  if (last === undefined) return
  for (const part of partsOf(rows)) {
    const [from, to] = [part[0]?.id, part.at(-1)?.id]
    for (const { index, column } of indexesOf(table))
      await sql`insert into ${index} (rowid, ${column}) select id, ${column} from ${sql.table(table)}
        where id between ${from} and ${to}`.execute(tx)
  }
  await sql`update text_indexed set up_to = ${last.id} where name = ${table}`.execute(tx)
}

/**
 * The rows with the highest ids were deleted, so the next rows get these ids again, and a trigger indexes such a row at
 * once, in both indexes within one statement. No row has a higher id, so the mark can return to the last row.
 */
async function forgetDeletedIds(tx: Tx, table: IndexedTextTable): Promise<void> {
  await sql`update text_indexed set up_to = (select coalesce(max(id), 0) from ${sql.table(table)})
    where name = ${table}`.execute(tx)
}

/** Splits rows into parts of at most `maxLengthAtOnce` characters; a longer text is a part of its own. */
function partsOf(rows: readonly TextRow[]): TextRow[][] {
  const parts: TextRow[][] = []
  let room = 0
  for (const row of rows) {
    const part = parts.at(-1)
    if (part === undefined || row.length > room) {
      parts.push([row])
      room = maxLengthAtOnce - row.length
    } else {
      part.push(row)
      room -= row.length
    }
  }
  return parts
}
