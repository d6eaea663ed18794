import { type Message, message } from '../../../kit/messages/message.ts'
import type { AccessRules } from './access-rules.ts'
import type { Groups } from './groups.ts'
import { buildEntryKey, indexLines } from './line-index.ts'
import { isDefinition, type LineProblem, type ParsedAccessFile } from './parse.ts'

/** Real files have two or three levels. */
const maxGroupLevels = 50
/** Of all groups together: `svnauthz` needs about 0.1 s and 60 MB for them. */
const maxGroupMembers = 1_000_000
/** Of all rules together: `svnauthz` needs about 1 s for them. */
const maxRuleMembers = 10_000_000
/** `svnauthz` compares each rule of a section with those before it: it needs about 0.5 s, for twice as many 2 s. */
const maxSectionRules = 10_000

/**
 * Finds the first group or rule that exceeds a limit, by line. Subversion resolves a group again in each place that
 * refers to it, so its work can double with each level: a text of 1 KB can take hours. `sorted` are the groups without
 * cycles, from `sortGroups`; a file with others is rejected.
 */
export function findExceededLimits(
  rules: AccessRules,
  parsedFile: ParsedAccessFile,
  groups: Groups,
  sorted: readonly string[],
): LineProblem[] {
  const sizes = resolveSizes(groups, sorted)
  const excess = findExcessiveGroup(groups, sizes) ?? findExcessiveRule(rules, sizes) ?? findExcessiveSection(rules)
  if (excess === undefined) return []
  const { section, key } = excess
  return [{ line: indexLines(parsedFile).get(buildEntryKey(section, key)) ?? 1, message: excess.message }]
}

interface ExcessiveEntry {
  readonly section: string
  readonly key: string
  readonly message: Message
}

type Sizes = ReadonlyMap<string, GroupSize>

interface GroupSize {
  /** 0: without nested groups. */
  readonly levels: number
  /** With nested groups and their members, counted once for each path on which they are reached. */
  readonly members: number
}

function findExcessiveGroup(groups: Groups, sizes: Sizes): ExcessiveEntry | undefined {
  let total = 0
  for (const key of groups.keys()) {
    const { levels, members } = sizes.get(key) ?? { levels: 0, members: 0 }
    total += members
    const reason =
      levels > maxGroupLevels
        ? message`the group "${key}" is nested more than ${maxGroupLevels} levels deep`
        : message`up to "${key}" the groups have more than ${maxGroupMembers} members, with those of nested groups`
    if (levels > maxGroupLevels || total > maxGroupMembers) return { section: 'groups', key, message: reason }
  }
  return undefined
}

function findExcessiveRule(rules: AccessRules, sizes: Sizes): ExcessiveEntry | undefined {
  let total = 0
  for (const [section, entries] of rules) {
    if (isDefinition(section)) continue
    for (const key of entries.keys()) {
      const name = key.startsWith('~') ? key.slice(1) : key
      total += name.startsWith('@') ? (sizes.get(name.slice(1))?.members ?? 0) : 0
      const reason = message`up to "${key}" the rules for groups apply to more than ${maxRuleMembers} members`
      if (total > maxRuleMembers) return { section, key, message: reason }
    }
  }
  return undefined
}

function findExcessiveSection(rules: AccessRules): ExcessiveEntry | undefined {
  for (const [section, entries] of rules) {
    if (isDefinition(section) || entries.size <= maxSectionRules) continue
    const key = [...entries.keys()][maxSectionRules] ?? ''
    return { section, key, message: message`the section "${section}" has more than ${maxSectionRules} rules` }
  }
  return undefined
}

function resolveSizes(groups: Groups, sorted: readonly string[]): Sizes {
  const sizes = new Map<string, GroupSize>()
  for (const name of sorted) {
    const { users = 0, groups: nested = [] } = groups.get(name) ?? {}
    let levels = 0
    let members = users
    for (const each of nested) {
      const size = sizes.get(each)
      levels = Math.max(levels, (size?.levels ?? 0) + 1)
      members += 1 + (size?.members ?? 0)
    }
    sizes.set(name, { levels, members })
  }
  return sizes
}
