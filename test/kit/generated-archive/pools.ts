/** Pseudo-random letters, which do not compress. */
function noise(length: number): string {
  let state = 42
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return String.fromCodePoint(97 + (Math.floor(state / 65_536) % 26))
  }).join('')
}

/** Texts of values and comments: everything that XML can contain. */
export const texts = [
  'Crane stops',
  'a & b < c > d "e" \'f\'',
  'end ]]> of a section',
  'two\nlines',
  ' blanks around ',
  'tab\there',
  'carriage\rreturn\r\nand line feed',
  'Grüße, 日本語, עברית, 😀, e\u0301, \u00A0, \u2028, \u0085',
  '<p>some <b>HTML</b><script>alert(1)</script> &nbsp;</p>',
  '**bold** [link](http://example.com) art #12 @mira',
  '0',
  'None',
  'null',
  "'; DROP TABLE artifact; --",
  '%_\\',
  'FALSE',
  '=1+1',
  noise(3000),
  noise(9000),
  '\uFFFD\uE000',
  'İI ıi ß ẞ ﬁ',
] as const

/** Labels. */
export const labels = [
  'Open',
  'Fixed',
  'To & <be> "done"',
  'Ärger 日本 😀',
  'open',
  '',
  'None',
  '100',
  "it's",
  'a,b;c|d',
  noise(300),
  'two\nlines',
] as const

/** Parts of field names; each name also contains a number. */
export const fieldNames = [
  'summary',
  'Status',
  'with blank',
  'über',
  '日本',
  noise(300),
  'a-b',
  'x.y',
  'İ',
  '1',
  'id',
] as const

/** Names that converters use repeatedly for containers. */
export const structureNames = ['struct0', 'struct0', 'Struct0', 'fieldset_1', 'struct 0', '', 'title'] as const

export const logins = [
  'mira',
  'ole',
  'Mira',
  'Ole Olsen',
  'root',
  'www',
  'ALLCAPS',
  'Žofie Nováková',
  '日本',
  'a,b',
  '@staff',
  '*',
  "o'neil",
  '"quoted"',
  'x',
  'with.dots_and-dashes',
  'someone@example.com',
  'admin',
  'İpek',
  'back\\slash',
  '[brackets]',
  '<tag>&amp;',
  noise(120),
  '-1',
  '100',
] as const

/** Logins that are rejected as unsafe (docs/api/archive-format.md §1.3). */
export const unsafeLogins = ['with:colon', 'with/slash', 'tab\tinside', 'line\nbreak', 'c1\u0085control'] as const

export const linkTypes = [
  '',
  '_is_child',
  'fixed_in',
  'odd_type',
  '_system_of_others',
  'Has Blanks',
  'größer',
  '123',
] as const

export const groupNames = [
  'UGROUP_ANONYMOUS',
  'UGROUP_REGISTERED',
  'UGROUP_PROJECT_MEMBERS',
  'UGROUP_PROJECT_ADMIN',
] as const

export const unknownGroups = ['UGROUP_WIKI_ADMIN_OF_OLD', 'ghosts', '', 'UGROUP_', 'ugroup_4711'] as const
