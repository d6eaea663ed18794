/**
 * Returns the paths of the sections that may apply to this repository: permissions only change at these paths. 'any':
 * one is a pattern, or a name that can be read in more than one way.
 */
export function findRulePaths(sections: Iterable<string>, repository: string): ReadonlySet<string> | 'any' {
  const paths = new Set<string>()
  for (const section of sections) {
    if (section === 'groups' || section === 'aliases') continue
    const rows = section.startsWith(`${repository}:/`) ? section.slice(repository.length + 1) : section
    if (!plainPath.test(rows)) return 'any'
    paths.add(rows)
  }
  return paths
}

const plainPath = /^\/$|^(\/(?!\.{1,2}(\/|$))[\w .,+=@()-]+)+$/
