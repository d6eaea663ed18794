import { type Message, message } from '../../../kit/messages/message.ts'
import { type AccessRules, parseMembers } from './access-rules.ts'
import { buildEntryKey, indexLines } from './line-index.ts'
import { isDefinition, type LineProblem, type ParsedAccessFile } from './parse.ts'

/**
 * Finds rules that Subversion rejects although each line is valid, by line. `rules` are those of `parsedFile` merged
 * with the project's part, which is always valid: overridden entries do not count. `circular` are the groups that
 * `findCyclicGroups` finds in `rules`.
 */
export function findInvalidRules(
  rules: AccessRules,
  parsedFile: ParsedAccessFile,
  circular: ReadonlySet<string>,
): LineProblem[] {
  const lines = indexLines(parsedFile)
  const problems: LineProblem[] = []
  const refuse = (where: string, reason: Message): void =>
    void problems.push({ line: lines.get(where) ?? 1, message: reason })
  for (const [section, entries] of rules) {
    const place = isDefinition(section) ? undefined : sectionProblem(section)
    if (place !== undefined) refuse(section, place)
    for (const [key, value] of entries) {
      const where = buildEntryKey(section, key)
      if (!isDefinition(section)) {
        for (const problem of principalProblems(rules, key)) refuse(where, problem)
        continue
      }
      if (/^[@&$~*]/.test(key)) refuse(where, message`a name must not begin with "${key.charAt(0)}"`)
      if (section === 'aliases') continue
      for (const problem of parseMembers(value).flatMap((member) => unknownProblem(rules, member) ?? []))
        refuse(where, problem)
      if (circular.has(key)) refuse(where, message`the group "${key}" is a member of itself`)
    }
  }
  return problems
}

/** `/path`, `repository:/path`, or either with the prefix `:glob:`. */
function sectionProblem(section: string): Message | undefined {
  const rule = section.startsWith(':glob:') ? section.slice(6) : section
  const colon = rule.startsWith('/') ? -1 : rule.indexOf(':')
  const path = rule.slice(colon + 1)
  if (colon === 0 || !path.startsWith('/')) return message`a section is a path that begins with "/"`
  const names = path === '/' ? [] : path.slice(1).split('/')
  return names.some((name) => name === '' || name === '.' || name === '..')
    ? message`a path has no empty name, "." or ".." in it`
    : undefined
}

function principalProblems(rules: AccessRules, key: string): Message[] {
  const name = key.startsWith('~') ? key.slice(1) : key
  if (name.startsWith('~')) return [message`"${key}" is inverted twice`]
  if (name.startsWith('*')) {
    if (name !== '*') return [message`"*" cannot be part of a name`]
    return key === '*' ? [] : [message`"~*" matches no user`]
  }
  if (name.startsWith('$'))
    return name === '$anonymous' || name === '$authenticated' ? [] : [message`Subversion does not know "${name}"`]
  return unknownProblem(rules, name)
}

function unknownProblem(rules: AccessRules, name: string): Message[] {
  if (name.startsWith('@')) return rules.get('groups')?.has(name.slice(1)) ? [] : [message`unknown group "${name}"`]
  if (name.startsWith('&')) return rules.get('aliases')?.has(name.slice(1)) ? [] : [message`unknown alias "${name}"`]
  return []
}
