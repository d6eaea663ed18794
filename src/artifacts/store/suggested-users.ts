import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { group as groups, isStaticGroup } from '../../accounts/model/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { containsSubstring } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { foldText } from '../../kit/text/fold.ts'
import { NONE_USER, type ProjectId, type TrackerId, type UserGroupId, type UserId } from '../../kit/values/ids.ts'
import { type Involvement, isInvolved } from '../../trackers/store/involved-users.ts'

/** A set of users that a picker offers. */
export type SuggestedUserSource =
  | { readonly kind: 'group'; readonly project: ProjectId; readonly group: UserGroupId | undefined }
  | { readonly kind: 'involved'; readonly tracker: TrackerId; readonly as: Involvement }

type Users = ExpressionBuilder<Tables, 'user'>

// No name has more words; a condition of a thousand words would be too deep for a database.
const maxWords = 20

/**
 * Returns active users of one of the sources whose login or real name contains every word: first those with words that
 * begin with all of them, then by login. Must agree with reads/offered-users.ts.
 */
export async function findSuggestedUsers(
  db: Reader,
  sources: readonly SuggestedUserSource[],
  text: string,
  limit: number,
): Promise<UserId[]> {
  if (sources.length === 0) return []
  const words = [...new Set(foldText(text).split(/\s+/))].filter((word) => word !== '').slice(0, maxWords)
  const beginsWords = sql<number>`case when ${sql.join([sql`1 = 1`, ...words.map(beginsWord)], sql` and `)} then 0 else 1 end`
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('status', 'in', ['A', 'R'])
    .where('id', '<>', NONE_USER)
    .where((users) => users.and(words.map((word) => containsSubstring('search_text', word))))
    .where((users) => users.or(sources.map((source) => isInSource(users, source))))
    .orderBy(beginsWords)
    .orderBy('login_key')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Logins separate words by other characters than blanks. */
const beginsWord = (word: string) =>
  sql<SqlBool>`' ' || replace(replace(replace(search_text, '.', ' '), '-', ' '), '_', ' ')
    like ${`% ${word.replace(/[._-]/g, ' ').replace(/[!%]/g, '!$&')}%`} escape '!'`

function isInSource(users: Users, source: SuggestedUserSource): Expression<SqlBool> {
  if (source.kind === 'involved') return isInvolved(source.as, source.tracker)
  const { project, group } = source
  if (group === undefined) return sql<SqlBool>`1 = 0`
  if (isStaticGroup(group))
    return users('user.id', 'in', users.selectFrom('user_group_member').select('user_id').where('group_id', '=', group))
  if (group === groups.members || group === groups.administrators) {
    const members = users.selectFrom('project_member').select('user_id').where('project_id', '=', project)
    const selected = group === groups.members ? members : members.where('is_administrator', '=', 1)
    return users('user.id', 'in', selected)
  }
  if (group === groups.registered) return users('user.status', '<>', 'R')
  return group === groups.authenticated || group === groups.anonymous ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`
}
