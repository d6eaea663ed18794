import { commentOutUnknownGroups } from './comment-out.ts'
import { type Assignment, type ParsedAccessFile, parseAccessFile } from './parse.ts'

/** What everybody has who may enter the project; null: nothing but what administrators wrote. */
export type DefaultPermissions = 'everybody reads' | 'members alone' | null

/** What the project puts in front of what administrators wrote (docs/api/subversion.md §2.2). */
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
 * left out that Tuleap does not leave out: a line less could be a restriction less.
 */
export function mergeAccessFile(
  part: ProjectPart,
  text: string,
): { readonly ok: AccessRules } | { readonly problem: string } {
  const written = parseWritten(part, text)
  const [first] = written.problems
  return first === undefined ? { ok: mergeParsed(part, written) } : { problem: `line ${first.line}: ${first.message}` }
}

/** What administrators wrote, as it goes on behind the part of the project; line for line. */
export function parseWritten(part: ProjectPart, text: string): ParsedAccessFile {
  const place = placeOf(part)
  return parseAccessFile(commentOutUnknownGroups(text, new Set(part.groups.keys()), place), place)
}

/** The section that the part of the project ends with, and the text begins in. */
export const placeOf = ({ permissions }: ProjectPart): string => (permissions === null ? 'groups' : '/')

export function mergeParsed(part: ProjectPart, written: ParsedAccessFile): AccessRules {
  const rules = new Map<string, Map<string, string>>()
  const open = (section: string): Map<string, string> => {
    const entries = rules.get(section) ?? new Map<string, string>()
    rules.set(section, entries)
    return entries
  }
  const say = ({ section, key, value }: Assignment): void => void open(section).set(key, value)
  open('groups')
  if (part.permissions !== null) open('/')
  for (const assignment of [...groupLines(part), ...permissionLines(part.permissions)]) say(assignment)
  for (const { name } of written.sections) open(name)
  for (const assignment of written.assignments) say(assignment)
  return rules
}

const groupLines = ({ groups }: ProjectPart): Assignment[] =>
  [...groups].map(([key, logins]) => ({ section: 'groups', key, value: logins.join(', ') }))

function permissionLines(permissions: DefaultPermissions): Assignment[] {
  if (permissions === null) return []
  return [
    { section: '/', key: '*', value: permissions === 'everybody reads' ? 'r' : '' },
    { section: '/', key: `@${membersGroup}`, value: 'rw' },
  ]
}
