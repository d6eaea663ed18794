import { trim } from './blanks.ts'
import type { AccessRules } from './merge.ts'
import { isNameableLogin } from './nameable-login.ts'
import { isDefinition } from './parse.ts'
import { membersOf, refusedRules } from './refused-rules.ts'

/** What somebody reads of a repository, known without asking Subversion. */
export interface Rights {
  reads(path: string): boolean
  /** A path with all that lies below it, whether it is there or not. */
  readsBelow(path: string): boolean
  /** false: a pattern speaks of this person, so that Subversion may give more. */
  readonly isExact: boolean
}

/**
 * As Subversion 1.14 judges (test/svn/rights.test.ts holds both against each other): of the sections that speak of
 * somebody, the one of the nearest path holds, and in it whatever any of its lines gives. Patterns are not followed: where
 * one takes something from somebody, nothing is said to be readable. `login` in lower case; null: nobody signed in.
 */
export function rightsOf(rules: AccessRules, repository: string, login: string | null): Rights {
  if (login !== null && !isNameableLogin(login)) return nothing
  const all = compiled.get(rules) ?? compile(rules)
  compiled.set(rules, all)
  const reading = new Map<string, boolean>()
  let isExact = true
  let isTakenByPattern = false
  // A section of this repository stands above one of every repository.
  for (const isOwn of [false, true])
    for (const { repository: of, path, entries, isPattern } of all) {
      if (of !== (isOwn ? repository : null)) continue
      const speaking = entries.filter((entry) => speaksOf(entry, login))
      if (speaking.length === 0) continue
      const isReading = speaking.some(({ reads }) => reads)
      if (isPattern) {
        isExact = false
        if (!isReading) isTakenByPattern = true
      } else reading.set(path, isReading)
    }
  if (isTakenByPattern) return { ...nothing, isExact }
  const reads = (path: string): boolean => {
    for (let at = path; ; at = at.slice(0, at.lastIndexOf('/')) || '/') {
      const found = reading.get(at)
      if (found !== undefined || at === '/') return found ?? false
    }
  }
  const shut = [...reading].flatMap(([path, isReading]) => (isReading ? [] : [path]))
  return { reads, readsBelow: (path) => reads(path) && !shut.some((each) => isBelow(each, path)), isExact }
}

export const nothing: Rights = { reads: () => false, readsBelow: () => false, isExact: true }

const isBelow = (path: string, top: string): boolean => top === '/' || path.startsWith(`${top}/`)

interface Section {
  /** null: every one */
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

const compiled = new WeakMap<AccessRules, readonly Section[]>()

function compile(rules: AccessRules): readonly Section[] {
  // Nobody has anything then.
  if (refusedRules(rules, { sections: [], assignments: [], problems: [] }).length > 0) return []
  const people = new Map<string, ReadonlySet<string>>()
  return [...rules].flatMap(([section, entries]) =>
    isDefinition(section)
      ? []
      : {
          ...placeOf(section),
          entries: [...entries].flatMap(([key, mode]) => entryOf(rules, people, key, mode) ?? []),
        },
  )
}

function placeOf(section: string): Omit<Section, 'entries'> {
  const isPattern = section.startsWith(':glob:')
  const rule = isPattern ? section.slice(6) : section
  const colon = rule.startsWith('/') ? -1 : rule.indexOf(':')
  return { repository: colon < 0 ? null : rule.slice(0, colon), path: rule.slice(colon + 1), isPattern }
}

/** undefined: of an empty group, even turned around, Subversion takes no notice. */
function entryOf(
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
  const who = people.get(name) ?? peopleCalled(rules, name)
  people.set(name, who)
  return who.size === 0 ? undefined : { who, ...rest }
}

/** Logins behind the name of a person, an alias or a group, with the groups in it. */
function peopleCalled(rules: AccessRules, name: string): ReadonlySet<string> {
  const people = new Set<string>()
  const names = new Set([name])
  for (const each of names) {
    if (each.startsWith('@'))
      for (const member of membersOf(rules.get('groups')?.get(each.slice(1)) ?? '')) names.add(member)
    else people.add(each.startsWith('&') ? trim(rules.get('aliases')?.get(each.slice(1)) ?? '') : each)
  }
  return people
}

function speaksOf({ who, isInverted }: Entry, login: string | null): boolean {
  if (who === 'everybody') return true
  if (who === 'anonymous') return (login === null) !== isInverted
  if (who === 'authenticated') return (login !== null) !== isInverted
  // Who did not sign in is nobody, and not "anybody but".
  return login !== null && who.has(login) !== isInverted
}
