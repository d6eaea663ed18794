/**
 * The paths that sections of an access file name, of this repository or maybe of it: where a right changes, one of them
 * begins. 'any': a pattern is among them, or a name that may be read in another way than it is written.
 */
export function rulePaths(sections: Iterable<string>, repository: string): ReadonlySet<string> | 'any' {
  const paths = new Set<string>()
  for (const section of sections) {
    if (section === 'groups' || section === 'aliases') continue
    const own = section.startsWith(`${repository}:/`) ? section.slice(repository.length + 1) : section
    if (!plain.test(own)) return 'any'
    paths.add(own)
  }
  return paths
}

const plain = /^\/$|^(\/(?!\.{1,2}(\/|$))[\w .,+=@()-]+)+$/
