import { normalizeLogin } from '../../accounts/model/user.ts'
import { loadGroups } from '../../accounts/store/groups.ts'
import { loadUsersByLogins } from '../../accounts/store/users.ts'
import { findGroupIdsByLabel } from '../../fields/binds/ugroups.ts'
import type { SearchContext, SearchNeeds } from '../../fields/field-type/field-search.ts'
import type { Field } from '../../fields/model/field.ts'
import type { Message } from '../../kit/messages/message.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { loadOpenValuesByLabel } from '../store/open-list-values-by-label.ts'
import type { QueryContext } from './search-context.ts'

/**
 * Loads the data of `loadSearchContext` (search-context.ts) for many trackers at once; problems are added to the given
 * list.
 */
export async function loadCrossTrackerSearchContext(
  { db }: Pick<World, 'db'>,
  { caller, timezone, now }: QueryContext,
  needs: SearchNeeds,
  fields: readonly Field[],
): Promise<(project: ProjectId, problems: Message[]) => SearchContext> {
  const bound = fields.flatMap(({ bind }) => (bind?.kind === 'ugroups' ? bind.values : []))
  const [users, openValues, groups] = await Promise.all([
    loadUsersByLogins(db.read, [...needs.logins]),
    loadOpenValuesByLabel(db.read, needs.openLabels),
    loadGroups(
      db.read,
      bound.map(({ groupId }) => groupId),
    ),
  ])
  return (project, problems) => ({
    caller: getUserId(caller),
    projectId: project,
    timezone,
    now,
    userByLogin: (login) => users.get(normalizeLogin(login)),
    openValues: (field, label) => openValues.get(field)?.get(label) ?? [],
    groupLabels: ({ bind }) => (bind?.kind === 'ugroups' ? findGroupIdsByLabel(bind, project, groups) : new Map()),
    reportProblem(sentence) {
      problems.push(sentence)
      return undefined
    },
  })
}
