import { normalizeLogin } from '../../accounts/model/user.ts'
import { loadProjectGroups } from '../../accounts/store/groups.ts'
import { loadUsersByLogins } from '../../accounts/store/users.ts'
import { findGroupIdsByLabel } from '../../fields/binds/ugroups.ts'
import type { SearchContext, SearchNeeds } from '../../fields/field-type/field-search.ts'
import type { Field } from '../../fields/model/field.ts'
import type { Message } from '../../kit/messages/message.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import { loadOpenValuesByLabel } from '../store/open-list-values-by-label.ts'

/** Caller, time zone and time of a query. */
export interface QueryContext {
  readonly caller: Caller
  readonly timezone: string
  readonly now: EpochSeconds
}

export const createEmptySearchNeeds = (): SearchNeeds => ({ logins: new Set(), openLabels: new Map() })

/** Loads the search context of field types; loads only what the needs contain. */
export async function loadSearchContext(
  { db }: Pick<World, 'db'>,
  { caller, timezone, now }: QueryContext,
  needs: SearchNeeds,
  projectId: ProjectId,
  fields: readonly Field[],
): Promise<{ readonly context: SearchContext; readonly problems: readonly Message[] }> {
  const bindsGroups = fields.some(({ bind }) => bind?.kind === 'ugroups')
  const [users, openValues, groups] = await Promise.all([
    loadUsersByLogins(db.read, [...needs.logins]),
    loadOpenValuesByLabel(db.read, needs.openLabels),
    bindsGroups ? loadProjectGroups(db.read, projectId) : [],
  ])
  const staticGroups = new Map(groups.map((each) => [each.id, each]))
  const problems: Message[] = []
  const context: SearchContext = {
    caller: getUserId(caller),
    projectId,
    timezone,
    now,
    userByLogin: (login) => users.get(normalizeLogin(login)),
    openValues: (field, label) => openValues.get(field)?.get(label) ?? [],
    groupLabels: ({ bind }) =>
      bind?.kind === 'ugroups' ? findGroupIdsByLabel(bind, projectId, staticGroups) : new Map(),
    reportProblem(sentence) {
      problems.push(sentence)
      return undefined
    },
  }
  return { context, problems }
}
