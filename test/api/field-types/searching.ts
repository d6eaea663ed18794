import { notSearchable, type SearchCase, type SearchCasesByType } from '../../kit/search-contract.ts'
import type { ExampleIds } from '../../kit/wire-field-examples.ts'

/** docs/api/queries.md §1.4, §2.4: strings and texts. */
const byText = (part: string): SearchCase => ({
  filter: {
    finds: [part, part.toUpperCase(), { operator: 'contains', value: part }, `/${part}/`],
    misses: ['zebra', `${part} zebra`, '/zebra/', `!/${part}/`],
    rejects: [true, [part], { operator: '=', value: part }, '/(x/'],
  },
  compare: {
    finds: [`$ = "${part}"`, '$ != ""', `$ = '${part.toUpperCase()}'`],
    misses: ['$ = "zebra"', '$ = ""', `$ != "${part}"`],
    rejects: ['$ > "a"', '$ IN ("a")', '$ BETWEEN("a", "b")', '$ = NOW()', '$ = MYSELF()', '$ = OPEN()'],
  },
})

const byNumber = (value: number): SearchCase => ({
  filter: {
    finds: [value, `${value}`, `>${value - 1}`, `<=${value}`, `${value}-${value + 1}`],
    misses: [value + 1, `>${value}`, `<${value}`],
    rejects: ['abc', [value], true, { operator: '>', value }],
  },
  compare: {
    finds: [`$ = ${value}`, `$ >= ${value}`, `$ BETWEEN(${value}, ${value})`, '$ != ""', `$ < ${value + 1}`],
    misses: [`$ != ${value}`, `$ > ${value}`, '$ = ""'],
    rejects: ['$ = "abc"', '$ < ""', '$ IN (1)', '$ = NOW()'],
  },
})

/** `before` of its examples is 2h 30m. */
const byDuration: SearchCase = {
  filter: byNumber(150).filter,
  compare: {
    finds: ['$ = 150', '$ = "2h 30m"', '$ = "150m"', '$ BETWEEN("2h", "3h")', '$ > 149', '$ < "2h 31m"', '$ != ""'],
    misses: ['$ != "2h 30m"', '$ > "2h 30m"', '$ BETWEEN("3h", "4h")', '$ = 2', '$ = ""'],
    rejects: ['$ = "soon"', '$ = "1d"', '$ = -5', '$ = 1.5', '$ < ""', '$ IN ("2h")', '$ = NOW()', '$ = MYSELF()'],
  },
}

/** Numbers that support filters but no comparisons in TQL. */
const filteredByNumber = (value: (at: ExampleIds) => number): SearchCase => ({
  filter: {
    finds: [value, (at: ExampleIds) => `${value(at)}`, (at: ExampleIds) => `${value(at)}-${value(at)}`],
    misses: [999_999_999_999, (at: ExampleIds) => `>${value(at) + 1_000_000}`],
    rejects: ['abc', true, { operator: 'between', value: [1, 2] }],
  },
  compare: null,
})

const byDay = (day: string, later: string): SearchCase => ({
  filter: {
    finds: [
      day,
      [day],
      { operator: '=', value: day },
      { operator: '<', value: later },
      { operator: 'between', value: [day, later] },
    ],
    misses: [later, { operator: '>', value: day }, { operator: '<', value: day }],
    rejects: ['soon', 5, [day, later], { operator: 'between', value: day }],
  },
  compare: {
    finds: [`$ = "${day}"`, `$ < "${later}"`, `$ BETWEEN("${day}", "${later}")`, '$ != ""', '$ < NOW()'],
    misses: [`$ = "${later}"`, `$ > "${day}"`, '$ = ""', '$ > NOW() - 1y'],
    rejects: ['$ = "soon"', `$ IN ("${day}")`, '$ < ""', '$ = MYSELF()'],
  },
})

/** A time that every artifact has, so it matches all of them. */
const byMoment: SearchCase = {
  filter: { finds: [{ operator: '>', value: '2001-01-01' }], misses: ['2001-01-01'], rejects: ['soon', 5] },
  compare: {
    finds: ['$ > "2001-01-01"', '$ <= NOW()', '$ != ""'],
    misses: ['$ = "2001-01-01 10:10"', '$ < "2001-01-01"', '$ = ""'],
    rejects: ['$ = "soon"', '$ = OPEN()', '$ IN ("2001-01-01")'],
  },
  matchesAll: true,
}

const byLabel = (
  id: (at: ExampleIds) => number,
  label: string,
  other: string,
  otherId: (at: ExampleIds) => number,
): SearchCase => ({
  filter: {
    finds: [id, (at: ExampleIds) => `${id(at)}`, (at: ExampleIds) => [id(at), otherId(at)]],
    misses: [otherId, 100],
    rejects: ['abc', true, [{}], { operator: '=', value: 1 }],
  },
  compare: {
    finds: [`$ = "${label}"`, `$ = "${label.toUpperCase()}"`, `$ IN ("${label}", "${other}")`, '$ != ""'],
    misses: [`$ = "${other}"`, '$ = ""', `$ != "${label}"`, `$ NOT IN ("${label}")`],
    rejects: ['$ = "zebra"', '$ > "a"', '$ IN ("")', '$ = NOW()', '$ BETWEEN("a", "b")'],
  },
})

const severalGroups = ({ project, painters }: ExampleIds) => [painters, `${project}_4`]

/** By value id or by group id (docs/api/compatibility.md §1); the artifact has the value "painters". */
const byGroup = (base: SearchCase): SearchCase => ({
  ...base,
  filter: base.filter && {
    finds: [
      ...base.filter.finds,
      ({ painters }: ExampleIds) => painters,
      ({ painters }: ExampleIds) => ` ${painters} `,
      ({ project, painters }: ExampleIds) => [`${project}_${painters}`, 3],
      severalGroups,
    ],
    misses: [
      ...base.filter.misses,
      ({ project }: ExampleIds) => `${project}_3`,
      ({ project }: ExampleIds) => [3, '3', `${project}_3`],
      '9999_3',
    ],
    rejects: base.filter.rejects,
  },
})

const lists = (type: string): Readonly<Record<string, SearchCase>> => ({
  [`${type}_color`]: byLabel(
    (at) => at.value(`${type}_color green`),
    `${type}_color green`,
    `${type}_color red`,
    (at) => at.value(`${type}_color red`),
  ),
  [`${type}_person`]: byLabel(
    ({ users }) => users.bob,
    'bob',
    'alice',
    ({ users }) => users.alice,
  ),
  [`${type}_team`]: byGroup(
    byLabel(
      (at) => at.value('painters'),
      'painters',
      'Project members',
      (at) => at.value('members'),
    ),
  ),
})

/** The id of an open value such as `o7`, as the artifact returns it. */
const openValueIds = ({ artifact, field }: ExampleIds): readonly unknown[] =>
  artifact.values
    .find((each: { readonly field_id: number }) => each.field_id === field)
    .bind_value_objects.map(({ id }: { readonly id: unknown }) => id)

const openList = (label: string, other: string): SearchCase => ({
  filter: {
    finds: [openValueIds],
    misses: [['o999999999']],
    rejects: ['o7', 'abc', true, ['x1']],
  },
  compare: {
    finds: [`$ = "${label}"`, `$ = "${label.toUpperCase()}"`, '$ != ""', `$ IN ("${label}", "${other}")`],
    misses: ['$ = ""', `$ != "${label}"`, `$ NOT IN ("${label}")`],
    rejects: ['$ = "zebra"', '$ > "a"', '$ = NOW()', '$ BETWEEN("a", "b")'],
  },
})
const filteredBy = (base: SearchCase, id: (at: ExampleIds) => unknown): SearchCase => ({
  ...base,
  filter: base.filter && { ...base.filter, finds: [id] },
})

/** Every artifact has an author; other artifacts have other authors. */
const byAuthor: SearchCase = {
  filter: {
    finds: [({ users }: ExampleIds) => users.alice, ({ users }: ExampleIds) => [`${users.alice}`, users.boss]],
    misses: [({ users }: ExampleIds) => users.bob, 999_999_999_999],
    rejects: ['alice', true, [{}]],
  },
  compare: {
    finds: ['$ = "alice"', '$ = MYSELF()', '$ != "bob"', '$ IN ("ALICE", "boss")'],
    misses: ['$ = "bob"', '$ NOT IN ("alice")'],
    rejects: ['$ = ""', '$ = "zebra"', '$ > "a"', '$ = OPEN()'],
  },
}

const byFile: SearchCase = {
  filter: {
    finds: ['CRANE 1', 'night'],
    misses: ['zebra', 'png night'],
    rejects: [true, ['x'], { operator: '=', value: 'x' }],
  },
  compare: {
    finds: ['$ = "crane"', '$ = "NIGHT shot"', '$ != ""'],
    misses: ['$ = "zebra"', '$ = ""', '$ != "crane"'],
    rejects: ['$ > "a"', '$ IN ("a")', '$ = NOW()'],
  },
}

const noField = (name: string) => ({ [name]: notSearchable })

/** Queries that match or miss an artifact, for every type; a new type adds its own. */
export const searching: SearchCasesByType = {
  string: { line: byText('crane'), paragraph: byText('short') },
  text: { story: byText('old') },
  int: { count: byNumber(3) },
  float: { ratio: byNumber(1.25) },
  duration: { time: byDuration },
  date: { day: byDay('2020-02-02', '2020-02-03'), minute: byDay('2020-02-02', '2020-02-03') },
  sb: lists('sb'),
  rb: lists('rb'),
  msb: lists('msb'),
  cb: lists('cb'),
  tbl: {
    tags: openList('first', 'known'),
    friends: filteredBy(openList('bob', 'alice'), ({ users }) => users.bob),
    crews: byGroup(filteredBy(openList('painters', 'Project members'), (at) => at.value('painters'))),
  },
  file: { files: byFile },
  art_link: { links: filteredByNumber((at) => at.target(3)) },
  perm: { access: notSearchable },
  computed: { sum: notSearchable },
  lud: { changed: byMoment },
  subon: { born: byMoment },
  subby: { author: byAuthor },
  luby: { changer: byAuthor },
  aid: { id: filteredByNumber(({ artifact }) => artifact.id) },
  atid: { number: filteredByNumber((at) => at.number) },
  priority: { rank: filteredByNumber((at) => at.rank) },
  cross: {
    references: {
      filter: { finds: [''], misses: [999_999_999_999], rejects: ['abc', true, [1], '1.5'] },
      compare: null,
      matchesAll: true,
    },
  },
  burndown: { burndown: notSearchable },
  burnup: { burnup: notSearchable },
  shared: { lent: notSearchable },
  ttmstepdef: { steps: notSearchable },
  ttmstepexec: { runs: notSearchable },
  Encrypted: { secret: notSearchable },
  fieldset: noField('block'),
  column: noField('pillar'),
  linebreak: noField('break'),
  separator: noField('line_across'),
  staticrichtext: noField('note'),
}
