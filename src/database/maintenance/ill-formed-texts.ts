import { sql } from 'kysely'
import type { Reader } from '../tables/transaction.ts'

/** A row whose JSON contains half of a surrogate pair, which strict JSON parsers reject. */
export interface IllFormedText {
  readonly noun: string
  readonly id: number
  readonly column: string
}

interface Column {
  readonly noun: string
  readonly table: string
  readonly column: string
  readonly id: string
}

const columns: readonly Column[] = [
  { noun: 'tracker', table: 'tracker', column: 'options', id: 'id' },
  { noun: 'field', table: 'field', column: 'properties', id: 'id' },
  { noun: 'field', table: 'field', column: 'bind', id: 'id' },
  { noun: 'report', table: 'report', column: 'definition', id: 'id' },
  { noun: 'artifact', table: 'artifact', column: 'values', id: 'id' },
  { noun: 'changeset', table: 'changeset', column: 'values', id: 'id' },
]

// The backslash before the `u` is itself not escaped; written by JSON.stringify, which escapes no other surrogates.
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/

const batch = 200

/**
 * Returns rows with such texts, a few of each kind. Texts outside of JSON cannot contain any: both databases store
 * UTF-8.
 */
export async function findIllFormedTexts(db: Reader, limit: number): Promise<IllFormedText[]> {
  const texts: IllFormedText[] = []
  for (const each of columns) {
    const ids: number[] = []
    for (let after = 0; ids.length < limit; ) {
      const rows = await candidates(db, each, after)
      ids.push(...rows.flatMap(({ id, text }) => (loneSurrogate.test(text) ? [id] : [])))
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.id
    }
    texts.push(...ids.slice(0, limit).map((id) => ({ noun: each.noun, id, column: each.column })))
  }
  return texts
}

async function candidates(
  db: Reader,
  { table, column, id }: Column,
  after: number,
): Promise<readonly { id: number; text: string }[]> {
  const [row, text] = [sql.ref(id), sql.ref(column)]
  const { rows } = await sql<{ id: number; text: string }>`
    select ${row} as id, ${text} as text from ${sql.table(table)}
    where ${row} > ${after} and ${text} like ${'%\\ud%'} escape '!'
    order by 1 limit ${batch}`.execute(db)
  return rows
}
