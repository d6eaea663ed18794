import type { ArchiveUserReference } from '../../fields/contexts/archive-write-context.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { buildElement, type Markup } from '../../kit/xml/write.ts'
import { writeUserReference } from './user-reference.ts'

/** User groups of a project with their members. */
export interface WrittenGroups {
  readonly isSynchronized: boolean
  readonly members: readonly UserId[]
  readonly administrators: readonly UserId[]
  readonly statics: readonly {
    readonly name: string
    readonly description: string
    readonly members: readonly UserId[]
  }[]
}

/** docs/api/archive-format.md §1.4, §1.6: administrators, members, then static groups. */
export function writeUserGroups(
  groups: WrittenGroups,
  userReferenceOf: (user: UserId) => ArchiveUserReference | undefined,
): Markup {
  const one = (name: string, description: string, members: readonly UserId[]): Markup =>
    buildElement(
      'ugroup',
      { name, description },
      buildElement(
        'members',
        {},
        ...members.flatMap((id) => userReferenceOf(id) ?? []).map((each) => writeUserReference('member', each)),
      ),
    )
  return buildElement(
    'ugroups',
    { mode: groups.isSynchronized ? 'synchronized' : undefined },
    one('project_admins', '', groups.administrators),
    one('project_members', '', groups.members),
    ...groups.statics.map(({ name, description, members }) => one(name, description, members)),
  )
}
