/** What one line of an access file says, in its section. */
export interface Assignment {
  readonly section: string
  readonly key: string
  readonly value: string
}

export interface ParsedAccessFile {
  /** Every section in the order of the text, those that say nothing too; a name may come again. */
  readonly sections: readonly string[]
  readonly assignments: readonly Assignment[]
}

/** What the configuration format of Subversion takes for blank: no other character is trimmed, since a name may end with it. */
const blanks = ' \\t\\v\\f'
const leadingBlanks = new RegExp(`^[${blanks}]*`)
const trailingBlanks = new RegExp(`[${blanks}]*$`)

/**
 * Reads an access file as Subversion reads its lines, a little more strictly; the first line it would not take is told.
 * `section`: where lines before the first section belong, as if the text went on from there.
 */
export function parseAccessFile(
  text: string,
  section: string,
): { readonly ok: ParsedAccessFile } | { readonly problem: string } {
  let current = section
  const sections: string[] = []
  const assignments: (Assignment & { value: string })[] = []
  /** What an indented line goes on with. */
  let open: { value: string } | undefined
  // Contract 40 §2.2: carriage returns are removed.
  const lines = text.replaceAll('\r', '').split('\n')
  for (const [index, line] of lines.entries()) {
    const at = `line ${index + 1}`
    // It would end the name or value it stands in, or the file.
    if (/[^\P{Cc}\t\v\f]/u.test(line)) return { problem: `${at}: control characters are not allowed` }
    const content = trim(line)
    if (content === '') {
      open = undefined
    } else if (content !== line.replace(trailingBlanks, '')) {
      if (open === undefined) return { problem: `${at}: a line must not begin with a blank` }
      open.value = trim(`${open.value} ${content}`)
    } else if (line.startsWith('#')) {
      open = undefined
    } else if (line.startsWith('[')) {
      const end = line.indexOf(']')
      if (end < 0) return { problem: `${at}: a section must end with "]"` }
      // What follows on the line is nobody's: `[/] * = rw` is an empty section.
      current = sectionName(line.slice(1, end))
      sections.push(current)
      open = undefined
    } else {
      const separator = line.search(/[=:]/)
      const key = separator < 0 ? '' : trim(line.slice(0, separator))
      if (key === '') return { problem: `${at}: expected a name and "="` }
      const assignment = { section: current, key, value: trim(line.slice(separator + 1)) }
      assignments.push(assignment)
      open = assignment
    }
  }
  // Also of what is said again later: a line that could not be read may have been the start of a restriction.
  const strange = assignments.find(({ section: of, value }) => !isDefinition(of) && !isMode(value))
  if (strange !== undefined) return { problem: `[${strange.section}]: "${strange.key}" has r, rw or nothing` }
  return { ok: { sections, assignments } }
}

const isDefinition = (section: string): boolean => section === 'groups' || section === 'aliases'

/** Subversion takes blanks between the letters, and no writing without reading. */
const isMode = (value: string): boolean =>
  new RegExp(`^[rw${blanks}]*$`).test(value) && (value.includes('r') || trim(value) === '')

const trim = (text: string): string => text.replace(leadingBlanks, '').replace(trailingBlanks, '')

/** Contract 40 §2.2: names count as they are written, but `[groups]` in any case, and a path without a slash at its end. */
function sectionName(written: string): string {
  if (written.toLowerCase() === 'groups') return 'groups'
  return /[^:]\/$/.test(written) ? written.slice(0, -1) : written
}
