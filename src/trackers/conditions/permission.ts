import { formatGroupRestId, group } from '../../accounts/model/groups.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { GroupInput } from '../parse/group-input.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { Condition, ConditionResolvers, ReplacedTransition } from './condition.ts'
import { createNotUpdatedError } from './not-updated-error.ts'

declare module '../model/definition.ts' {
  interface ConditionsBy<FieldRef> {
    /** They may take the transition. */
    readonly groups: readonly UserGroupId[]
  }
}

export const permission = {
  label: message`permission on the transition`,
  initial: [group.members],
  api: {
    name: 'authorized_user_group_ids',
    schema: Type.Array(Type.String()),
    represent: (groups, projectId) => groups.map((each) => formatGroupRestId(each, projectId)),
    parse(input: readonly string[], { groupOf }: ReplacedTransition) {
      if (input.length === 0)
        throw new Refusal('invalid', '', { translated: message`There must be at least one authorized user group.` })
      const groups = input.map((id) => {
        const groupId = groupOf(id)
        if (groupId === undefined) throw createNotUpdatedError()
        return groupId
      })
      return [...new Set(groups)]
    },
    input: Type.Array(GroupInput),
    define: (input: readonly GroupInput[], resolvers: ConditionResolvers) => resolvers.groups(input),
  },
  archive: {
    type: 'perms',
    // In the older format the permissions are in the transition itself.
    read: (elements, owner, _keys, context) =>
      readGroups(
        [owner, ...elements].flatMap((holder) => findChildren(holder, 'permissions')),
        owner,
        context,
      ),
    write(groups, { groupNameOf }) {
      // Without a group importers assume their default.
      const permitted = (groups.length === 0 ? [group.nobody] : groups)
        .flatMap((each) => groupNameOf(each) ?? [])
        .map((ugroup) => buildElement('permission', { ugroup }))
      return [buildElement('condition', { type: 'perms' }, buildElement('permissions', {}, ...permitted))]
    },
  },
  rows: { table: 'transition_group', column: 'group_id' },
  mapReferences: (groups, map) => groups.flatMap((each) => map.group(each) ?? []),
  findProblems: (groups, { isPermitted }) =>
    isPermitted(groups) ? [] : [message`Transition permissions are not respected`],
} satisfies Condition<'groups'>

/**
 * docs/api/archive-format.md §1.8, §2.6: unknown groups are omitted; if none remains, or none was written, only
 * administrators may use the transition. Without any permissions the default of new transitions applies.
 */
function readGroups(
  permissions: readonly XmlElement[],
  owner: XmlElement,
  { notes, groupOf }: ParseContext,
): readonly UserGroupId[] {
  if (permissions.length === 0) {
    notes.remark('default-used', owner.line, message`A transition has no permissions: project members may use it`)
    return permission.initial
  }
  const lines = permissions.flatMap((holder) => findChildren(holder, 'permission'))
  const groups = lines.flatMap((line) => {
    const name = line.attributes['ugroup'] ?? ''
    const groupId = groupOf(name)
    if (groupId === undefined)
      notes.remark(
        'unknown-group',
        line.line,
        message`A permission is skipped: "${name}" is not a user group of the project`,
      )
    return groupId ?? []
  })
  if (groups.length > 0) return [...new Set(groups)].filter((each) => each !== group.nobody)
  const [first] = lines
  notes.remark(
    'restriction-kept',
    (first ?? owner).line,
    first === undefined
      ? // Older versions of Tuleap do not export static groups.
        message`A transition has permissions without a group: project administrators may use it`
      : message`A transition is for unknown groups only: project administrators may use it`,
  )
  return [group.administrators]
}
