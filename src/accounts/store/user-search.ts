import type { ExpressionBuilder } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { containsSubstring } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'

/** Returns one page of the accounts that match a text (docs/api/users.md §3): status A and R, ordered by login. */
export async function searchUsers(db: Reader, text: string, page: Page): Promise<{ ids: UserId[]; size: number }> {
  const words = wordsOf(text)
  const query = db
    .selectFrom('user')
    .where('status', 'in', ['A', 'R'])
    .where((where) => anyOf(where, words))
  const size = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await query.select('id').orderBy('login_key').limit(page.limit).offset(page.offset).execute()
  return { ids: rows.map((row) => row.id), size: Number(size.n) }
}

// No name has more words; a condition of a thousand words would be too deep for a database.
const maxWords = 20

const wordsOf = (text: string): readonly string[] =>
  [...new Set(foldText(text).split(/\s+/))].filter((word) => word !== '').slice(0, maxWords)

const anyOf = (where: ExpressionBuilder<Tables, 'user'>, words: readonly string[]) =>
  where.or(words.map((word) => containsSubstring('search_text', word)))
