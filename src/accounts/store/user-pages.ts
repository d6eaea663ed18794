import type { SelectQueryBuilder } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { containsSubstring } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'

type UserSet = SelectQueryBuilder<Tables, 'user', object>

/**
 * Returns one page of users by login, with the total; `text` is a part of login, real name or email address, `among`
 * restricts the users.
 */
export async function loadUserPage(
  db: Reader,
  { text = '', among }: { readonly text?: string | undefined; readonly among: (users: UserSet) => UserSet },
  page: Page,
): Promise<{ readonly ids: readonly UserId[]; readonly size: number }> {
  let query = among(db.selectFrom('user'))
  const part = foldText(text).trim()
  if (part !== '')
    query = query.where((where) =>
      where.or([containsSubstring('search_text', part), containsSubstring('email_key', part)]),
    )
  const [total, rows] = await Promise.all([
    query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    query.select('id').orderBy('login_key').limit(page.limit).offset(page.offset).execute(),
  ])
  return { ids: rows.map(({ id }) => id), size: Number(total.n) }
}
