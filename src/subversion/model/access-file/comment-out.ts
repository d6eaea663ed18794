import { trim } from './blanks.ts'

/**
 * docs/api/subversion.md §1.9: outside `[groups]`, a line that speaks of a group nobody knows becomes a comment;
 * Subversion would refuse the whole file for it. `section`: where lines before the first section belong.
 */
export function commentOutUnknownGroups(text: string, groups: ReadonlySet<string>, section = '/'): string {
  const unknown = linesOfUnknownGroups(text, groups, section)
  return text
    .split('\n')
    .map((line, index) => (unknown.has(index + 1) ? `# ${line}` : line))
    .join('\n')
}

/** Those lines, counted from 1, with the name each speaks of; undefined where it cannot be told from the rest. */
export function linesOfUnknownGroups(
  text: string,
  groups: ReadonlySet<string>,
  section = '/',
): ReadonlyMap<number, string | undefined> {
  const lines = text.split('\n')
  const places = sectionsOf(lines, section)
  const known = new Set(groups)
  for (const [index, line] of lines.entries()) {
    const name = places[index] === 'groups' ? nameIn(line) : undefined
    if (name !== undefined) known.add(name)
  }
  return new Map(
    lines.flatMap((line, index) => {
      if (places[index] === 'groups' || !/^[ \t\v\f]*@/.test(line)) return []
      const name = nameIn(line)
      return known.has(name?.slice(1) ?? '') ? [] : [[index + 1, name] as const]
    }),
  )
}

/** The section that each line belongs to; of interest is only whether it is the one of groups. */
function sectionsOf(lines: readonly string[], first: string): string[] {
  let current = first
  return lines.map((line) => {
    const name = /^\[([^\]]*)\]/.exec(line)?.[1]
    if (name !== undefined) current = name.toLowerCase() === 'groups' ? 'groups' : name
    return current
  })
}

/** What stands before `=` or `:`; undefined where neither is. */
function nameIn(line: string): string | undefined {
  const end = line.search(/[=:]/)
  const name = trim(line.slice(0, Math.max(end, 0)))
  return name === '' || name.startsWith('#') ? undefined : name
}
