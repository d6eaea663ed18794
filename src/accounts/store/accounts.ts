import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { Flag } from '../../database/tables/tables.ts'
import {
  anonymous,
  type Caller,
  type Member,
  type NameStyle,
  type SitePermission,
  sitePermissions,
} from '../../kit/values/caller.ts'
import { ADMINISTRATION_PROJECT, type ProjectId, type UserGroupId, type UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { getLanguage, getNameStyle, getTextFormat, nameStylePreference } from '../model/preferences.ts'
import type { User } from '../model/user.ts'
import { getPreferences } from './preferences.ts'
import { findUser } from './users.ts'

/** A user with everything that determines their permissions; cached until a part of it changes. */
export interface Account {
  readonly user: User
  /** As the caller of GET, HEAD and OPTIONS, and of other methods: they differ for read-only administrators. */
  readonly reading: Member
  readonly writing: Member
  /** null: the user has not chosen one, and callers have the default. */
  readonly chosenNameStyle: NameStyle | null
}

export async function findAccount(
  { db, cache }: Pick<World, 'db' | 'cache'>,
  id: UserId,
): Promise<Account | undefined> {
  const cacheEntry = await cache.getOrLoad('users', `account ${id}`, async () => ({
    account: await loadAccount(db.read, id),
  }))
  return cacheEntry.account
}

/** Returns a caller with the rights that they have now: in a transaction, after what decides on them is locked. */
export async function reloadCaller(tx: Tx, caller: Caller): Promise<Caller> {
  if (caller.kind !== 'member') return caller
  return (await loadAccount(tx, caller.id))?.writing ?? anonymous
}

async function loadAccount(db: Reader, id: UserId): Promise<Account | undefined> {
  const [user, preferences, rights] = await Promise.all([findUser(db, id), getPreferences(db, id), loadRights(db, id)])
  if (user === undefined) return undefined
  const isSiteAdministrator = rights.administratorOf.has(ADMINISTRATION_PROJECT)
  const writing: Member = {
    kind: 'member',
    id,
    login: user.login,
    isRestricted: user.status === 'R',
    isSiteAdministrator,
    ...rights,
    nameStyle: getNameStyle(preferences),
    textFormat: getTextFormat(preferences),
    language: getLanguage(preferences),
  }
  const readsEverything = rights.permissions.has('read_only_administration') && !isSiteAdministrator
  const chosenNameStyle = preferences.has(nameStylePreference) ? writing.nameStyle : null
  return {
    user,
    writing,
    reading: readsEverything ? { ...writing, isSiteAdministrator: true } : writing,
    chosenNameStyle,
  }
}

/** Memberships, groups and grants (of the user and of their groups), in one query. */
async function loadRights(db: Reader, id: UserId) {
  const groups = db.selectFrom('user_group_member').where('user_id', '=', id)
  const grants = db
    .selectFrom('site_permission')
    .where((where) => where.or([where('user_id', '=', id), where('group_id', 'in', groups.select('group_id'))]))
  const rows = await db
    .selectFrom('project_member')
    .where('user_id', '=', id)
    .select([kind('project'), sql<number>`project_id`.as('id'), 'is_administrator as flag', sql<string>`''`.as('name')])
    .unionAll(groups.select([kind('group'), sql<number>`group_id`.as('id'), noFlag, sql<string>`''`.as('name')]))
    .unionAll(grants.select([kind('grant'), sql<number>`0`.as('id'), noFlag, sql<string>`permission`.as('name')]))
    .execute()
  return toRights(rows)
}

type Kind = 'project' | 'group' | 'grant'
const kind = (name: Kind) => sql<Kind>`${sql.lit(name)}`.as('kind')
const noFlag = sql<Flag>`0`.as('flag')

function toRights(rows: readonly { kind: Kind; id: number; flag: Flag; name: string }[]) {
  const memberOf = new Set<ProjectId>()
  const administratorOf = new Set<ProjectId>()
  const groups = new Set<UserGroupId>()
  const permissions = new Set<SitePermission>()
  for (const row of rows) {
    // The kind of a row determines the type of its id.
    if (row.kind === 'project') memberOf.add(row.id as ProjectId)
    if (row.kind === 'project' && row.flag === 1) administratorOf.add(row.id as ProjectId)
    if (row.kind === 'group') groups.add(row.id as UserGroupId)
    const permission = row.kind === 'grant' ? sitePermissions.find((each) => each === row.name) : undefined
    if (permission !== undefined) permissions.add(permission)
  }
  return { memberOf, administratorOf, groups, permissions }
}
