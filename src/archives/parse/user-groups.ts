import { message } from '../../kit/messages/message.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { getRequiredAttribute } from '../../trackers/xml/attributes.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { buildGroupKey } from '../../trackers/xml/group-by-name.ts'
import type { ArchivedPrincipal, FindPrincipal } from './users-of-archive.ts'

/** User groups of a project with their members (docs/api/archive-format.md §1.4, §1.5). */
export interface ArchivedGroups {
  /** Synchronized membership: group members become project members. */
  readonly isSynchronized: boolean
  readonly members: readonly GroupMember[]
  readonly administrators: readonly GroupMember[]
  readonly statics: readonly ArchivedGroup[]
  /** Members of omitted groups. */
  readonly leftOut: readonly GroupMember[]
}

interface ArchivedGroup {
  readonly line: number
  readonly name: string
  readonly description: string
  readonly members: readonly GroupMember[]
}

export interface GroupMember {
  readonly line: number
  readonly person: ArchivedPrincipal
}

export function parseUserGroups(root: XmlElement, principalOf: FindPrincipal, notes: FindingReporter): ArchivedGroups {
  const holder = findChild(root, 'ugroups')
  const members: GroupMember[] = []
  const administrators: GroupMember[] = []
  const statics: ArchivedGroup[] = []
  const leftOut: GroupMember[] = []
  const usedNames = new Set<string>()

  for (const element of holder === undefined ? [] : findChildren(holder, 'ugroup')) {
    const name = getRequiredAttribute(element, 'name', notes)
    const inside = parseMembers(element, principalOf, notes)
    if (name === 'project_members') members.push(...inside)
    else if (name === 'project_admins') administrators.push(...inside)
    // docs/api/archive-format.md §1.5: a group that cannot be created is left out; its members count as those of any
    // static group.
    else if (!/^[a-zA-Z0-9_-]+$/.test(name) || usedNames.has(buildGroupKey(name))) {
      const why = usedNames.has(buildGroupKey(name))
        ? message`there are two of that name`
        : message`a name may only contain letters, digits, _ and -`
      if (name !== '')
        notes.remark('group-left-out', element.line, message`The user group "${name}" is left out: ${why}`)
      leftOut.push(...inside)
    } else {
      usedNames.add(buildGroupKey(name))
      const { description = '' } = element.attributes
      statics.push({ line: element.line, name, description, members: inside })
    }
  }
  return { isSynchronized: holder?.attributes['mode'] === 'synchronized', members, administrators, statics, leftOut }
}

function parseMembers(group: XmlElement, principalOf: FindPrincipal, notes: FindingReporter): GroupMember[] {
  const holder = findChild(group, 'members')
  return (holder === undefined ? [] : findChildren(holder, 'member')).flatMap((member) => {
    const format = getRequiredAttribute(member, 'format', notes)
    const reference = member.text.trim()
    // docs/api/archive-format.md §1.2: email addresses cannot be members.
    if (format === 'email') {
      notes.problem(
        'unresolved-user',
        member.line,
        message`A member is named by username, ldap or id, not by e-mail: ${reference}`,
      )
      return []
    }
    const person = principalOf(format, reference)
    if (person === undefined && format !== '')
      notes.problem('unresolved-user', member.line, message`The user ${reference} is not in users.xml`)
    return person === undefined ? [] : [{ line: member.line, person }]
  })
}
