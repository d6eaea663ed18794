import { type RawBuilder, sql } from 'kysely'
import { inList } from '../../database/sql/sql.ts'
import { type Caller, isSiteAdministrator } from '../../kit/values/caller.ts'
import type { Settings } from '../../site/model/settings.ts'

const none = sql<boolean>`1 = 0`
const isOpen = sql<boolean>`project.access in ('public', 'unrestricted')`

/**
 * Returns the SQL condition for the rows of `project` that judgeProjectAccess permits (docs/api/access.md §5); a test keeps
 * the two equal.
 */
export function buildVisibleProjectsCondition(
  caller: Caller,
  settings: Pick<Settings, 'access_mode'>,
): RawBuilder<boolean> {
  if (caller.kind === 'system') return sql<boolean>`1 = 1`
  if (isSiteAdministrator(caller)) return sql<boolean>`project.status <> 'importing'`
  if (caller.kind === 'anonymous') return settings.access_mode === 'anonymous' ? activeOnly(isOpen) : none
  const isMember = buildMembershipCondition(caller)
  if (!caller.isRestricted) return activeOnly(sql<boolean>`${isOpen} or ${isMember}`)
  return activeOnly(
    sql<boolean>`project.access = 'unrestricted' or (project.access <> 'private-wo-restr' and ${isMember})`,
  )
}

/** Returns the SQL condition for the projects of which the caller is a member. */
export const buildMembershipCondition = (caller: Caller): RawBuilder<boolean> =>
  caller.kind === 'member' ? inList('project.id', [...caller.memberOf]) : none

/**
 * Returns the SQL condition for the projects that list the caller as administrator; site administrators get no special
 * treatment.
 */
export const loadAdministeredProjects = (caller: Caller): RawBuilder<boolean> =>
  caller.kind === 'member' ? inList('project.id', [...caller.administratorOf]) : none

const activeOnly = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(project.status = 'active' and (${condition}))`
