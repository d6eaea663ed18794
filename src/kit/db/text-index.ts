import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { indexedWords, type Phrase } from '../words.ts'
import { dialectOf, PatternIn, TextPart } from './builders.ts'
import type { Dialect } from './engine.ts'
import { isUnindexed } from './text-tail.ts'

/** Tables with a column `text` that is found by any part of it. */
export type TextTable = 'value_text' | 'comment_text' | 'audit'

/** `<table>.text` contains this folded text; through an index from three characters on. */
export const containsText = (table: TextTable, text: string): RawBuilder<boolean> =>
  sql<boolean>`${new TextPart(table, text)}`

/** The same where other conditions leave few rows: they are read. */
export const containsTextAmongFew = (table: TextTable, text: string): RawBuilder<boolean> =>
  sql<boolean>`${new TextPart(table, text, false)}`

/** `<table>.text` matches a pattern (kit/pattern); through the index where every match has a text of three characters. */
export const matchesText = (table: TextTable, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`${new PatternIn(pattern, 'text', table, 'text', true)}`

/** The same where other conditions leave few rows: they are read. */
export const matchesTextAmongFew = (table: TextTable, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`${new PatternIn(pattern, 'text', table, 'text', false)}`

/** The digits of a number match a pattern, `<table>.<column>`. */
export const matchesDigits = (column: `${string}.${string}`, pattern: string): RawBuilder<boolean> => {
  const [table = '', name = ''] = column.split('.')
  return sql<boolean>`${new PatternIn(pattern, 'number', table, name, false)}`
}

/** For migrations: an index of every three characters that follow each other. The table numbers its rows by `id`. */
export async function createTextIndex<T>(db: Kysely<T>, dialect: Dialect, table: TextTable): Promise<void> {
  if (dialect === 'postgres') {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index ${sql.id(`${table}_parts`)} on ${sql.table(table)} using gin (text gin_trgm_ops)`.execute(db)
    return
  }
  const index = sql.table(`${table}_parts`)
  await sql`create virtual table ${index} using fts5(
    text, content=${sql.lit(table)}, content_rowid='id', tokenize='trigram case_sensitive 1'
  )`.execute(db)
  await createIndexTriggers(db, table, 'after', index, 'text')
}

/**
 * For migrations: an index of the words of each row, which its column `words` holds as wordsForIndex wrote them. SQLite
 * finds them as they are parted by blanks, whatever their signs.
 */
export async function createWordIndex<T>(db: Kysely<T>, dialect: Dialect, table: TextTable): Promise<void> {
  if (dialect === 'postgres') {
    await sql`create index ${sql.id(`${table}_by_word`)} on ${sql.table(table)} using gin (words)`.execute(db)
    return
  }
  const index = sql.table(`${table}_words`)
  await sql`create virtual table ${index} using fts5(
    words, content=${sql.lit(table)}, content_rowid='id', tokenize='ascii'
  )`.execute(db)
  await sql`insert into ${index} (${index}) values ('rebuild')`.execute(db)
  await createIndexTriggers(db, table, 'words_after', index, 'words')
}

/** The column `words` of a text: what the index of words of this database takes. */
export function wordsForIndex(db: QueryExecutorProvider, text: string): string {
  const words = indexedWords(text)
  return dialectOf(db) === 'sqlite' ? words.join(' ') : words.map((word, index) => `${word}:${index + 1}`).join(' ')
}

/** Rows of a table with an index of words that hold a phrase: `id`, and how well it fits, more being better. */
export function rowsWithWords(
  db: QueryExecutorProvider,
  table: TextTable,
  { words, isOpen }: Phrase,
): RawBuilder<{ id: number; fit: number }> {
  // Words are made of letters, digits and pictures alone: nothing in them means anything to either database.
  if (dialectOf(db) === 'sqlite') {
    const index = sql.table(`${table}_words`)
    // The limit keeps it by itself: drawn into a larger statement, the index may be asked in ways in which it cannot rank.
    const indexed = sql`select rowid as id, -bm25(${index}) as fit from ${index} where ${index} match ${`"${words.join(' ')}"${isOpen ? '*' : ''}`} limit -1`
    return sql`select id, fit from (${indexed}) union all ${unindexedRowsWithWords(table, words.join(' '), isOpen)}`
  }
  const asked = words.map((word, index) => `'${word}'${isOpen && index === words.length - 1 ? ':*' : ''}`).join(' <-> ')
  return sql`select id, ts_rank(words, ${asked}::tsquery, 1) as fit from ${sql.table(table)} where words @@ ${asked}::tsquery`
}

/** Of the rows that are not in the index yet; how well they fit is near to what the index will say. */
function unindexedRowsWithWords(table: TextTable, asked: string, isOpen: boolean): RawBuilder<unknown> {
  const [from, part] = [sql`' ' || words || ' '`, ` ${asked}${isOpen ? '' : ' '}`]
  const times = sql`(length(${from}) - length(replace(${from}, ${part}, ''))) * 1.0 / ${part.length}`
  return sql`select id, 8 * ${times} / (${times} + 0.3 + length(words) / 400.0) as fit from ${sql.table(table)}
    where ${isUnindexed(table)} and instr(${from}, ${part}) > 0`
}

/** Triggers that keep an index of SQLite as its table is. */
async function createIndexTriggers<T>(
  db: Kysely<T>,
  table: TextTable,
  name: string,
  index: RawBuilder<unknown>,
  column: 'text' | 'words',
): Promise<void> {
  const after = async (event: string, body: RawBuilder<unknown>) =>
    sql`create trigger ${sql.id(`${table}_${name}_${event}`)} after ${sql.raw(event)} on ${sql.table(table)} begin ${body}; end`.execute(
      db,
    )
  const [added, gone] = [sql.ref(`new.${column}`), sql.ref(`old.${column}`)]
  const add = sql`insert into ${index} (rowid, ${sql.ref(column)}) values (new.id, ${added})`
  const remove = sql`insert into ${index} (${index}, rowid, ${sql.ref(column)}) values ('delete', old.id, ${gone})`
  await after('insert', add)
  await after('delete', remove)
  await after('update', sql`${remove}; ${add}`)
}
