/**
 * Contract 40 §1.9: outside `[groups]`, a line that speaks of a group nobody knows becomes a comment; Subversion would
 * refuse the whole file for it. `section`: where lines before the first section belong.
 */
export function commentOutUnknownGroups(text: string, groups: ReadonlySet<string>, section = '/'): string {
  const lines = text.split('\n')
  const places = sectionsOf(lines, section)
  const known = new Set(groups)
  for (const [index, line] of lines.entries()) {
    const name = places[index] === 'groups' ? nameIn(line) : undefined
    if (name !== undefined) known.add(name)
  }
  return lines
    .map((line, index) => {
      if (places[index] === 'groups' || !/^[ \t\v\f]*@/.test(line)) return line
      return known.has(nameIn(line)?.slice(1) ?? '') ? line : `# ${line}`
    })
    .join('\n')
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
const nameIn = (line: string): string | undefined => /^[ \t\v\f]*([^#=:][^=:]*?)[ \t\v\f]*[=:]/.exec(line)?.[1]
