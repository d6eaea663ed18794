import { isAccessFileLogin } from './access-file-login.ts'
import { type AccessRules, parseMembers } from './access-rules.ts'
import { findInvalidRules } from './find-invalid-rules.ts'
import { findCyclicGroups, parseGroups, sortGroups } from './groups.ts'
import { isDefinition } from './parse.ts'
import { trimBlanks } from './trim-blanks.ts'

/** Read permissions of a user in a repository, computed without Subversion. */
export interface ReadRights {
  canRead(path: string): boolean
  /** Whether a path and everything below it is readable, existing or not. */
  canReadBelow(path: string): boolean
  /** false: a pattern applies to this user, so Subversion may grant more */
  readonly isExact: boolean
}

/**
 * Evaluates rules like Subversion 1.14 (test/svn/rights.test.ts compares both): of the sections that apply to a user,
 * the one with the nearest path wins, and any of its lines can grant. Patterns are not evaluated: where one restricts a
 * user, nothing counts as readable. `login` in lower case; null: anonymous.
 */
export function readRightsOf(rules: AccessRules, repository: string, login: string | null): ReadRights {
  if (login !== null && !isAccessFileLogin(login)) return noRights
  const all = compiledRules.get(rules) ?? compile(rules)
  compiledRules.set(rules, all)
  const reading = new Map<string, boolean>()
  let isExact = true
  let isTakenByPattern = false
  // Sections for this repository take precedence over sections for all repositories.
  for (const isOwn of [false, true])
    for (const { repository: of, path, entries, isPattern } of all) {
      if (of !== (isOwn ? repository : null)) continue
      const speaking = entries.filter((entry) => appliesTo(entry, login))
      if (speaking.length === 0) continue
      const isReading = speaking.some(({ reads }) => reads)
      if (isPattern) {
        isExact = false
        if (!isReading) isTakenByPattern = true
      } else reading.set(path, isReading)
    }
  if (isTakenByPattern) return { ...noRights, isExact }
  const reads = (path: string): boolean => {
    for (let at = path; ; at = at.slice(0, at.lastIndexOf('/')) || '/') {
      const isReadable = reading.get(at)
      if (isReadable !== undefined || at === '/') return isReadable ?? false
    }
  }
  const shut = [...reading].flatMap(([path, isReading]) => (isReading ? [] : [path]))
  return { canRead: reads, canReadBelow: (path) => reads(path) && !shut.some((each) => isBelow(each, path)), isExact }
}

export const noRights: ReadRights = { canRead: () => false, canReadBelow: () => false, isExact: true }

const isBelow = (path: string, top: string): boolean => top === '/' || path.startsWith(`${top}/`)

interface Section {
  /** null: all repositories */
  readonly repository: string | null
  readonly path: string
  readonly isPattern: boolean
  readonly entries: readonly Entry[]
}

interface Entry {
  readonly who: 'everybody' | 'anonymous' | 'authenticated' | ReadonlySet<string>
  readonly isInverted: boolean
  readonly reads: boolean
}

const compiledRules = new WeakMap<AccessRules, readonly Section[]>()

function compile(rules: AccessRules): readonly Section[] {
  // Denies all access.
  const parsedFile = { sections: [], assignments: [], problems: [] }
  const groups = parseGroups(rules)
  if (findInvalidRules(rules, parsedFile, findCyclicGroups(groups, sortGroups(groups))).length > 0) return []
  const people = new Map<string, ReadonlySet<string>>()
  return [...rules].flatMap(([section, entries]) =>
    isDefinition(section)
      ? []
      : {
          ...parseSectionPath(section),
          entries: [...entries].flatMap(([key, mode]) => compileEntry(rules, people, key, mode) ?? []),
        },
  )
}

function parseSectionPath(section: string): Omit<Section, 'entries'> {
  const isPattern = section.startsWith(':glob:')
  const rule = isPattern ? section.slice(6) : section
  const colon = rule.startsWith('/') ? -1 : rule.indexOf(':')
  return { repository: colon < 0 ? null : rule.slice(0, colon), path: rule.slice(colon + 1), isPattern }
}

/** Returns undefined for an empty group, even if inverted: Subversion ignores it. */
function compileEntry(
  rules: AccessRules,
  people: Map<string, ReadonlySet<string>>,
  key: string,
  mode: string,
): Entry | undefined {
  const isInverted = key.startsWith('~')
  const name = isInverted ? key.slice(1) : key
  const rest = { isInverted, reads: mode.includes('r') }
  if (name === '*') return { who: 'everybody', ...rest }
  if (name === '$anonymous') return { who: 'anonymous', ...rest }
  if (name === '$authenticated') return { who: 'authenticated', ...rest }
  const who = people.get(name) ?? resolveLogins(rules, name)
  people.set(name, who)
  return who.size === 0 ? undefined : { who, ...rest }
}

/** Returns the logins of a user, an alias or a group, with nested groups. */
function resolveLogins(rules: AccessRules, name: string): ReadonlySet<string> {
  const people = new Set<string>()
  const names = new Set([name])
  for (const each of names) {
    if (each.startsWith('@'))
      for (const member of parseMembers(rules.get('groups')?.get(each.slice(1)) ?? '')) names.add(member)
    else people.add(each.startsWith('&') ? trimBlanks(rules.get('aliases')?.get(each.slice(1)) ?? '') : each)
  }
  return people
}

function appliesTo({ who, isInverted }: Entry, login: string | null): boolean {
  if (who === 'everybody') return true
  if (who === 'anonymous') return (login === null) !== isInverted
  if (who === 'authenticated') return (login !== null) !== isInverted
  // Anonymous users do not match inverted entries.
  return login !== null && who.has(login) !== isInverted
}
