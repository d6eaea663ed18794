import { commentOutUnknownGroups } from './comment-out.ts'
import { type ParsedAccessFile, parseAccessFile } from './parse.ts'

/** What everybody has who may enter the project; null: nothing but what administrators wrote. */
export type DefaultPermissions = 'everybody reads' | 'members alone' | null

/** What the project puts in front of what administrators wrote (contract 40 §2.2). */
export interface ProjectPart {
  /** Every group, also an empty one, with the logins of those who may enter the project, in lower case. */
  readonly groups: ReadonlyMap<string, readonly string[]>
  readonly permissions: DefaultPermissions
}

/** Sections with what they say, each once. */
export type AccessRules = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The group of the project's members: static groups do not take its name. */
export const membersGroup = 'members'

/**
 * One set of rules of both parts: what is said later of the same name holds, as it did before Subversion 1.10. Nothing is
 * left out that the reference does not leave out: a line less could be a restriction less.
 */
export function mergeAccessFile(
  part: ProjectPart,
  text: string,
): { readonly ok: AccessRules } | { readonly problem: string } {
  const first: ParsedAccessFile = {
    sections: ['groups', ...(part.permissions === null ? [] : ['/'])],
    assignments: [...groupLines(part), ...permissionLines(part.permissions)],
  }
  const last = part.permissions === null ? 'groups' : '/'
  const written = parseAccessFile(commentOutUnknownGroups(text, new Set(part.groups.keys()), last), last)
  if ('problem' in written) return written
  const rules = new Map<string, Map<string, string>>()
  for (const { sections, assignments } of [first, written.ok]) {
    for (const section of sections) if (!rules.has(section)) rules.set(section, new Map())
    for (const { section, key, value } of assignments) {
      const entries = rules.get(section) ?? new Map<string, string>()
      rules.set(section, entries.set(key, value))
    }
  }
  return { ok: rules }
}

const groupLines = ({ groups }: ProjectPart) =>
  [...groups].map(([key, logins]) => ({ section: 'groups', key, value: logins.join(', ') }))

function permissionLines(permissions: DefaultPermissions) {
  if (permissions === null) return []
  return [
    { section: '/', key: '*', value: permissions === 'everybody reads' ? 'r' : '' },
    { section: '/', key: `@${membersGroup}`, value: 'rw' },
  ]
}
