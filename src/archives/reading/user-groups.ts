import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { Notes } from '../findings.ts'
import { requiredAttribute } from './attributes.ts'
import { groupKey } from './groups.ts'
import type { Person, PersonOf } from './people.ts'

/** Groups of a project and who is in them (docs/api/archive-format.md §1.4, §1.5). */
export interface ArchivedGroups {
  /** Synchronised membership: whoever enters a group enters the project. */
  readonly isSynchronized: boolean
  readonly members: readonly GroupMember[]
  readonly administrators: readonly GroupMember[]
  readonly statics: readonly ArchivedGroup[]
  /** Members of groups that are left out. */
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
  readonly person: Person
}

export function readUserGroups(root: XmlElement, personOf: PersonOf, notes: Notes): ArchivedGroups {
  const holder = child(root, 'ugroups')
  const members: GroupMember[] = []
  const administrators: GroupMember[] = []
  const statics: ArchivedGroup[] = []
  const leftOut: GroupMember[] = []
  const taken = new Set<string>()

  for (const element of holder === undefined ? [] : children(holder, 'ugroup')) {
    const name = requiredAttribute(element, 'name', notes)
    const inside = readMembers(element, personOf, notes)
    if (name === 'project_members') members.push(...inside)
    else if (name === 'project_admins') administrators.push(...inside)
    // docs/api/archive-format.md §1.5: a group that cannot be created is left out; its members count as those of any
    // static group.
    else if (!/^[a-zA-Z0-9_-]+$/.test(name) || taken.has(groupKey(name))) {
      const why = taken.has(groupKey(name)) ? 'there are two of that name' : 'a name has letters, digits, _ and - alone'
      if (name !== '') notes.remark('group-left-out', element.line, `The user group "${name}" is left out: ${why}`)
      leftOut.push(...inside)
    } else {
      taken.add(groupKey(name))
      const { description = '' } = element.attributes
      statics.push({ line: element.line, name, description, members: inside })
    }
  }
  return { isSynchronized: holder?.attributes['mode'] === 'synchronized', members, administrators, statics, leftOut }
}

function readMembers(group: XmlElement, personOf: PersonOf, notes: Notes): GroupMember[] {
  const holder = child(group, 'members')
  return (holder === undefined ? [] : children(holder, 'member')).flatMap((member) => {
    const format = requiredAttribute(member, 'format', notes)
    const reference = member.text.trim()
    // docs/api/archive-format.md §1.2: an address is no member.
    if (format === 'email') {
      notes.problem(
        'unresolved-user',
        member.line,
        `A member is named by username, ldap or id, not by e-mail: ${reference}`,
      )
      return []
    }
    const person = personOf(format, reference)
    if (person === undefined && format !== '')
      notes.problem('unresolved-user', member.line, `The user ${reference} is not in users.xml`)
    return person === undefined ? [] : [{ line: member.line, person }]
  })
}
