import type { AccessRules } from './access-rules.ts'
import { commentOutUnknownGroups } from './comment-out.ts'
import { findExceededLimits } from './group-limits.ts'
import { parseGroups, sortGroups } from './groups.ts'
import { type Assignment, type ParsedAccessFile, parseAccessFile } from './parse.ts'

/** Access of users who can enter the project; null: only what administrators wrote. */
export type DefaultPermissions = 'everyone reads' | 'members only' | null

/**
 * Part of the access file that the project generates before the text of administrators (docs/api/subversion.md §2.2).
 */
export interface ProjectPart {
  /** All groups, including empty ones, with the logins of members who can enter the project, in lower case. */
  readonly groups: ReadonlyMap<string, readonly string[]>
  readonly permissions: DefaultPermissions
}

/** Group of the project members: static groups cannot have its name. */
export const membersGroup = 'members'

/** Both parts together, or why the file must not be used. */
export type MergedAccessFile = { readonly ok: AccessRules } | { readonly problem: string }

/**
 * Merges both parts: later entries override earlier ones of the same name, as before Subversion 1.10. Keeps every line
 * that Tuleap keeps: a missing line could be a missing restriction. It yields between its steps, so that the caller can
 * let other work through.
 */
export function* mergeAccessFile(part: ProjectPart, text: string): Generator<void, MergedAccessFile> {
  const parsedFile = parseAccessFilePart(part, text)
  yield
  const rules = mergeParsed(part, parsedFile)
  yield
  const groups = parseGroups(rules)
  yield
  const sorted = sortGroups(groups)
  yield
  const [first] = [...parsedFile.problems, ...findExceededLimits(rules, parsedFile, groups, sorted)]
  return first === undefined ? { ok: rules } : { problem: `line ${first.line}: ${first.message}` }
}

/** Parses the text of administrators as the continuation of the project's part. */
export function parseAccessFilePart(part: ProjectPart, text: string): ParsedAccessFile {
  const place = getInitialSection(part)
  return parseAccessFile(commentOutUnknownGroups(text, new Set(part.groups.keys()), place), place)
}

/** Last section of the project's part, in which the text starts. */
export const getInitialSection = ({ permissions }: ProjectPart): string => (permissions === null ? 'groups' : '/')

export function mergeParsed(part: ProjectPart, parsedFile: ParsedAccessFile): AccessRules {
  const rules = new Map<string, Map<string, string>>()
  const open = (section: string): Map<string, string> => {
    const entries = rules.get(section) ?? new Map<string, string>()
    rules.set(section, entries)
    return entries
  }
  const write = ({ section, key, value }: Assignment): void => void open(section).set(key, value)
  open('groups')
  if (part.permissions !== null) open('/')
  for (const assignment of [...toGroupRules(part), ...toPermissionRules(part.permissions)]) write(assignment)
  for (const { name } of parsedFile.sections) open(name)
  for (const assignment of parsedFile.assignments) write(assignment)
  return rules
}

const toGroupRules = ({ groups }: ProjectPart): Assignment[] =>
  [...groups].map(([key, logins]) => ({ section: 'groups', key, value: logins.join(', ') }))

function toPermissionRules(permissions: DefaultPermissions): Assignment[] {
  if (permissions === null) return []
  return [
    { section: '/', key: '*', value: permissions === 'everyone reads' ? 'r' : '' },
    { section: '/', key: `@${membersGroup}`, value: 'rw' },
  ]
}
