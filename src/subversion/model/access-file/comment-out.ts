import { trimBlanks } from './trim-blanks.ts'

/**
 * docs/api/subversion.md §1.9: outside `[groups]`, comments out lines with unknown groups, for which Subversion would
 * reject the whole file. `section`: section of the lines before the first header.
 */
export function commentOutUnknownGroups(text: string, groups: ReadonlySet<string>, section = '/'): string {
  const unknown = findLinesOfUnknownGroups(text, groups, section)
  return text
    .split('\n')
    .map((line, index) => (unknown.has(index + 1) ? `# ${line}` : line))
    .join('\n')
}

/** Returns these lines, counted from 1, with the name in each; undefined where it cannot be separated. */
export function findLinesOfUnknownGroups(
  text: string,
  groups: ReadonlySet<string>,
  section = '/',
): ReadonlyMap<number, string | undefined> {
  const lines = text.split('\n')
  const places = sectionPerLine(lines, section)
  const knownGroups = new Set(groups)
  for (const [index, line] of lines.entries()) {
    const name = places[index] === 'groups' ? parseName(line) : undefined
    if (name !== undefined) knownGroups.add(name)
  }
  return new Map(
    lines.flatMap((line, index) => {
      if (places[index] === 'groups' || !/^[ \t\v\f]*@/.test(line)) return []
      const name = parseName(line)
      return knownGroups.has(name?.slice(1) ?? '') ? [] : [[index + 1, name] as const]
    }),
  )
}

/** Returns the section of each line, to find those in `[groups]`. */
function sectionPerLine(lines: readonly string[], first: string): string[] {
  let current = first
  return lines.map((line) => {
    const name = /^\[([^\]]*)\]/.exec(line)?.[1]
    if (name !== undefined) current = name.toLowerCase() === 'groups' ? 'groups' : name
    return current
  })
}

/** Returns the text before `=` or `:`; undefined if there is neither. */
function parseName(line: string): string | undefined {
  const end = line.search(/[=:]/)
  const name = trimBlanks(line.slice(0, Math.max(end, 0)))
  return name === '' || name.startsWith('#') ? undefined : name
}
