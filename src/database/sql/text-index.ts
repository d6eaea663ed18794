import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { extractIndexedWords, type Phrase } from '../../kit/text/words.ts'
import { getDialect, PatternIn, PatternInExpression, TextPart } from '../engine/builders.ts'
import type { Dialect, IndexedExpression } from '../engine/engine.ts'
import { createTailTriggers, isUnindexed } from './unindexed-texts.ts'

/** The column of each table with text that is searched for substrings. */
const textColumns = { value_text: 'text', comment_text: 'text', audit: 'search_text' } as const
export type TextTable = keyof typeof textColumns

/** Returns the condition that the text of a row contains this folded text; it uses the index from three characters on. */
export const containsText = (table: TextTable, text: string): RawBuilder<boolean> =>
  sql<boolean>`${new TextPart(table, textColumns[table], text)}`

/** Variant where other conditions leave few rows, which are read. */
export const containsTextAmongFew = (table: TextTable, text: string): RawBuilder<boolean> =>
  sql<boolean>`${new TextPart(table, textColumns[table], text, false)}`

/**
 * Returns the condition that the text of a row matches a pattern (kit/pattern); it uses the index where every match
 * contains three known characters.
 */
export const matchesText = (table: TextTable, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`${new PatternIn(pattern, 'text', table, textColumns[table], true)}`

/** Variant where other conditions leave few rows, which are read. */
export const matchesTextAmongFew = (table: TextTable, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`${new PatternIn(pattern, 'text', table, textColumns[table], false)}`

/** Returns the condition that the digits of a number in `<table>.<column>`, or of an expression, match a pattern. */
export const matchesDigits = (
  number: `${string}.${string}` | IndexedExpression,
  pattern: string,
): RawBuilder<boolean> => {
  if (typeof number === 'object') return sql<boolean>`${new PatternInExpression(pattern, number.expression)}`
  const [table = '', name = ''] = number.split('.')
  return sql<boolean>`${new PatternIn(pattern, 'number', table, name, false)}`
}

/**
 * An index on a table with text: `parts` finds any part of the text of a row by every three characters that follow each
 * other; `words` finds the words that buildIndexWords wrote to the column `words`.
 */
export type TextIndex = 'parts' | 'words'

/** For migrations: creates the indexes of a table, whose rows are numbered by `id`. */
export async function createTextIndexes<T>(
  db: Kysely<T>,
  dialect: Dialect,
  table: TextTable,
  indexes: readonly TextIndex[],
): Promise<void> {
  if (dialect === 'postgres') {
    await sql`create extension if not exists pg_trgm`.execute(db)
    for (const index of indexes) await sql`create index ${postgresIndexes[index](table)}`.execute(db)
    return
  }
  for (const index of indexes)
    await sql`create virtual table ${sql.table(`${table}_${index}`)} using fts5(
      ${sql.ref(columnOf(table, index))}, tokenize=${sqliteTokenizers[index]}, content=${sql.lit(table)}, content_rowid='id'
    )`.execute(db)
  await createTailTriggers(db, {
    table,
    indexes: indexes.map((index) => ({ name: `${table}_${index}`, column: columnOf(table, index) })),
  })
}

const postgresIndexes: { readonly [I in TextIndex]: (table: TextTable) => RawBuilder<unknown> } = {
  parts: (table) =>
    sql`${sql.id(`${table}_parts`)} on ${sql.table(table)} using gin (${sql.ref(textColumns[table])} gin_trgm_ops)`,
  words: (table) => sql`${sql.id(`${table}_by_word`)} on ${sql.table(table)} using gin (words)`,
}

/** The words are separated by spaces; the tokenizer must keep every other character. */
const sqliteTokenizers: { readonly [I in TextIndex]: RawBuilder<unknown> } = {
  parts: sql`'trigram case_sensitive 1'`,
  words: sql`'ascii'`,
}

const columnOf = (table: TextTable, index: TextIndex): string => (index === 'parts' ? textColumns[table] : 'words')

/** Returns the value of the column `words` for a text, in the format of the word index of this database. */
export function buildIndexWords(db: QueryExecutorProvider, text: string): string {
  const words = extractIndexedWords(text)
  return getDialect(db) === 'sqlite' ? words.join(' ') : words.map((word, index) => `${word}:${index + 1}`).join(' ')
}

/**
 * Returns the rows of a table with a word index that contain a phrase: `id`, and its relevance, higher being better.
 */
export function selectRowsWithWords(
  db: QueryExecutorProvider,
  table: TextTable,
  { words, isOpen }: Phrase,
): RawBuilder<{ id: number; fit: number }> {
  // Words consist of letters, digits and pictographs only: none of them is an operator in either database.
  if (getDialect(db) === 'sqlite') {
    const index = sql.table(`${table}_words`)
    // The limit keeps the subquery separate: merged into a larger statement, the index may be used in ways in which it
    // cannot rank.
    const indexed = sql`select rowid as id, -bm25(${index}) as fit from ${index} where ${index} match ${`"${words.join(' ')}"${isOpen ? '*' : ''}`} limit -1`
    return sql`select id, fit from (${indexed}) union all ${unindexedRowsWithWords(table, words.join(' '), isOpen)}`
  }
  const phrase = words
    .map((word, index) => `'${word}'${isOpen && index === words.length - 1 ? ':*' : ''}`)
    .join(' <-> ')
  return sql`select id, ts_rank(words, ${phrase}::tsquery, 1) as fit from ${sql.table(table)} where words @@ ${phrase}::tsquery`
}

/** Returns the rows that are not in the index yet; their relevance is close to that of the index. */
function unindexedRowsWithWords(table: TextTable, phrase: string, isOpen: boolean): RawBuilder<unknown> {
  const [from, part] = [sql`' ' || words || ' '`, ` ${phrase}${isOpen ? '' : ' '}`]
  const times = sql`(length(${from}) - length(replace(${from}, ${part}, ''))) * 1.0 / ${part.length}`
  return sql`select id, 8 * ${times} / (${times} + 0.3 + length(words) / 400.0) as fit from ${sql.table(table)}
    where ${isUnindexed(table)} and instr(${from}, ${part}) > 0`
}
