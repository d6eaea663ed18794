import { findDynamicGroup, group } from '../../accounts/model/groups.ts'
import { canSignIn, type User } from '../../accounts/model/user.ts'
import { representMinimalUser, representUser } from '../../accounts/representations/user.ts'
import { NONE_USER, type UserId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { DescribeContext } from '../contexts/describe-context.ts'
import type { Bind, Field, UserSource } from '../model/field.ts'
import { parseId } from '../parse/parse-id.ts'
import type { BindKind } from './bind-kind.ts'

type UserBind = Bind & { readonly kind: 'users' }

/** Users: members of groups, submitters, modifiers (docs/api/trackers.md §3.5, docs/api/field-values.md §7). */
export const userBind: BindKind<UserBind> = {
  describeValues: (bind, field, context) =>
    usersOf(bind, field, context).map((user) => describeUserValue(user, context.viewer)),
  // docs/api/client-needs.md §23 requires a list; docs/api/trackers.md §3.5 returns the URL of the user search.
  describeOpenListValues: (bind, field, context) => userBind.describeValues(bind, field, context),
  describeSources: (bind, context) => bind.sources.flatMap((source) => describeSource(source, context)),
  describeDefaults: (bind, { users, viewer }) =>
    bind.defaults.flatMap((id) => {
      const user = users.get(id)
      return user === undefined ? [] : [representUser(user, viewer)]
    }),
  present: (chosen, _bind, { users, viewer }) =>
    chosen.flatMap((id) => {
      // Bind values of a user bind are user ids (docs/api/trackers.md §5.3).
      const user = users.get(id as UserId)
      if (user === undefined) return []
      const value = representUser(user, viewer)
      return [{ value, id, label: value.display_name }]
    }),
  presentNone({ viewer }) {
    const value = representUser(null, viewer)
    return [{ value, id: NONE_USER, label: value.display_name }]
  },
  collectDependencies(chosen, { users }) {
    for (const id of chosen) users.add(id as UserId)
  },
  read({ attributes, text }, _bind, context) {
    const name = text.trim()
    if (name === '') return 'none'
    const user = context.userOf(attributes['format'] ?? 'username', name)
    return user === NONE_USER ? 'none' : user
  },
  write(id, _bind, { userReferenceOf: userOf }) {
    const reference = userOf(id as UserId)
    return reference && { format: reference.format, text: reference.name }
  },
  archivedNone: [{ format: 'username', text: 'None' }],
  collectNeeds(input, field, { users, offered: offers }) {
    const id = parseId(input) as UserId | undefined
    if (id === undefined) return
    users.add(id)
    const ids = offers.get(field.id)
    if (ids === undefined) offers.set(field.id, new Set([id]))
    else ids.add(id)
  },
  // A user who can no longer sign in may stay where they are chosen; new choices are limited to users that the list
  // offers (docs/api/trackers.md §5.3).
  choose(input, _bind, { field, current: chosen, context }) {
    const id = parseId(input) as UserId | undefined
    const user = id === undefined ? undefined : context.userOf(id)
    if (user === undefined) return undefined
    if (chosen.includes(user.id)) return user.id
    return canSignIn(user.status) && context.isOffered(field, user.id) ? user.id : undefined
  },
  initialValues: (bind) => bind.defaults,
}

/** Builds an item of `values` for a user (docs/api/trackers.md §3.5). */
export function describeUserValue(user: User, viewer: Viewer) {
  const { id, uri, display_name, username, avatar_url } = representMinimalUser(user, viewer)
  return {
    id: user.id,
    label: user.login,
    user_reference: { id, uri, real_name: display_name, username, avatar_url },
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base' })

/** Accounts by login; unknown ones left out. */
export const sortUsers = (ids: Iterable<UserId>, users: ReadonlyMap<UserId, User>): User[] =>
  [...new Set(ids)]
    .flatMap((id) => users.get(id) ?? [])
    .sort((a, b) => collator.compare(a.login, b.login) || a.id - b.id)

const usersOf = (bind: UserBind, field: Field, context: DescribeContext): User[] =>
  sortUsers(
    bind.sources.flatMap((source) => idsOf(source, field, context)),
    context.users,
  ).filter((user) => canSignIn(user.status))

function idsOf(source: UserSource, field: Field, context: DescribeContext): readonly UserId[] {
  switch (source.kind) {
    case 'members':
      return context.membersOf.get(group.members) ?? []
    case 'administrators':
      return context.membersOf.get(group.administrators) ?? []
    case 'submitters':
      return context.submittersOf.get(field.trackerId) ?? []
    case 'modifiers':
      return context.modifiersOf.get(field.trackerId) ?? []
    case 'group':
      // docs/api/trackers.md §3.5: "registered users" is never expanded.
      return source.groupId === group.registered ? [] : (context.membersOf.get(source.groupId) ?? [])
    default:
      return source satisfies never
  }
}

/** docs/api/trackers.md §3.5, table of sources: the modifiers are not listed. */
function describeSource(source: UserSource, { groups }: DescribeContext): { id: number | string; label: string }[] {
  switch (source.kind) {
    case 'members':
      return [{ id: group.members, label: 'project_members' }]
    case 'administrators':
      return [{ id: group.administrators, label: 'project_admins' }]
    case 'submitters':
      return [{ id: 0, label: 'artifact_submitters' }]
    case 'modifiers':
      return []
    case 'group': {
      const label = findDynamicGroup(source.groupId)?.shortName ?? groups.get(source.groupId)?.name ?? ''
      return [{ id: `${source.groupId}`, label }]
    }
    default:
      return source satisfies never
  }
}
