import { trim } from './blanks.ts'
import type { AccessRules } from './merge.ts'
import { isDefinition, type LineProblem, type ParsedAccessFile } from './parse.ts'

/**
 * What Subversion refuses although each line can be read, by the line that says it. `rules` are those of `written`
 * merged with the part of the project, which is never wrong: what was said again later does not count.
 */
export function refusedRules(rules: AccessRules, written: ParsedAccessFile): LineProblem[] {
  const lines = linesOf(written)
  const problems: LineProblem[] = []
  const refuse = (where: string, message: string): void => void problems.push({ line: lines.get(where) ?? 1, message })
  const circular = groupsOfThemselves(rules.get('groups') ?? new Map())
  for (const [section, entries] of rules) {
    const place = isDefinition(section) ? undefined : placeProblem(section)
    if (place !== undefined) refuse(section, place)
    for (const [key, value] of entries) {
      const where = placeOfEntry(section, key)
      if (!isDefinition(section)) {
        for (const problem of principalProblems(rules, key)) refuse(where, problem)
        continue
      }
      if (/^[@&$~*]/.test(key)) refuse(where, `a name must not begin with "${key[0]}"`)
      if (section === 'aliases') continue
      for (const problem of membersOf(value).flatMap((member) => unknownProblem(rules, member) ?? []))
        refuse(where, problem)
      if (circular.has(key)) refuse(where, `the group "${key}" is a member of itself`)
    }
  }
  return problems
}

/** Of a section the first line, of an entry the last one. */
function linesOf({ sections, assignments }: ParsedAccessFile): ReadonlyMap<string, number> {
  return new Map([
    ...[...sections].reverse().map(({ name, line }) => [name, line] as const),
    ...assignments.map(({ section, key, line }) => [placeOfEntry(section, key), line] as const),
  ])
}

/** No section has a line break in its name. */
const placeOfEntry = (section: string, key: string): string => `${section}\n${key}`

/** `/path`, `repository:/path`, either behind `:glob:`. */
function placeProblem(section: string): string | undefined {
  const rule = section.startsWith(':glob:') ? section.slice(6) : section
  const colon = rule.startsWith('/') ? -1 : rule.indexOf(':')
  const path = rule.slice(colon + 1)
  if (colon === 0 || !path.startsWith('/')) return 'a section is a path that begins with "/"'
  const names = path === '/' ? [] : path.slice(1).split('/')
  return names.some((name) => name === '' || name === '.' || name === '..')
    ? 'a path has no empty name, "." or ".." in it'
    : undefined
}

function principalProblems(rules: AccessRules, key: string): string[] {
  const name = key.startsWith('~') ? key.slice(1) : key
  if (name.startsWith('~')) return [`"${key}" is turned around twice`]
  if (name.startsWith('*')) {
    if (name !== '*') return ['"*" stands alone']
    return key === '*' ? [] : ['"~*" is nobody']
  }
  if (name.startsWith('$'))
    return name === '$anonymous' || name === '$authenticated' ? [] : [`"${name}" is not known to Subversion`]
  return unknownProblem(rules, name)
}

function unknownProblem(rules: AccessRules, name: string): string[] {
  if (name.startsWith('@')) return rules.get('groups')?.has(name.slice(1)) ? [] : [`there is no group "${name}"`]
  if (name.startsWith('&')) return rules.get('aliases')?.has(name.slice(1)) ? [] : [`there is no alias "${name}"`]
  return []
}

/** Names in the value of a group. */
export const membersOf = (value: string): string[] =>
  value
    .split(',')
    .map(trim)
    .filter((member) => member !== '')

/** Groups in circles, or between two: whatever leads to no circle, and whatever none leads to, is taken away. */
function groupsOfThemselves(groups: ReadonlyMap<string, string>): ReadonlySet<string> {
  const within = new Map(
    [...groups].map(([name, value]) => {
      const members = membersOf(value).filter((member) => member.startsWith('@'))
      return [name, members.map((member) => member.slice(1)).filter((member) => groups.has(member))] as const
    }),
  )
  const leading = leftOf(within)
  // As in almost every file.
  if (leading.size === 0) return leading
  const led = leftOf(reversed(within))
  return new Set([...leading].filter((name) => led.has(name)))
}

/** Those that a circle can be reached from. */
function leftOf(within: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const holders = reversed(within)
  const open = new Map([...within].map(([name, members]) => [name, members.length]))
  const ended = [...open].filter(([, count]) => count === 0).map(([name]) => name)
  for (const name of ended) {
    open.delete(name)
    for (const holder of holders.get(name) ?? []) {
      const count = (open.get(holder) ?? 0) - 1
      open.set(holder, count)
      if (count === 0) ended.push(holder)
    }
  }
  return new Set(open.keys())
}

function reversed(within: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const holders = new Map([...within.keys()].map((name) => [name, [] as string[]]))
  for (const [name, members] of within) for (const member of members) holders.get(member)?.push(name)
  return holders
}
