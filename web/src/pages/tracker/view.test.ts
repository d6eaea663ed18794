import { describe, expect, it } from 'vitest'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { fitColumns } from './fit-columns.ts'
import {
  allArtifacts,
  compileView,
  isBare,
  isReportOnly,
  printView,
  readBar,
  readView,
  toggleSort,
  type View,
  viewOfReport,
} from './view.ts'

const values = [
  { id: 1, label: 'Open', is_hidden: false },
  { id: 2, label: 'In "progress"', is_hidden: false },
  { id: 3, label: 'Done', is_hidden: false },
]
const field = (field_id: number, name: string, type: string, more: object = {}) => ({
  field_id,
  name,
  label: name,
  type,
  values: null,
  bindings: { type: null },
  ...more,
})
// Only what views read.
const tracker = {
  fields: [
    field(10, 'title', 'string'),
    field(11, 'details', 'text'),
    field(12, 'status', 'sb', { values, bindings: { type: 'static' } }),
    field(13, 'assigned_to', 'msb', { bindings: { type: 'users' } }),
    field(14, 'points', 'int'),
    field(15, 'submitted_by', 'subby'),
  ],
  semantics: {
    title: { field_id: 10 },
    description: { field_id: 11 },
    status: { field_id: 12, value_ids: [1, 2] },
    contributor: { field_id: 13 },
  },
} as unknown as TrackerRepresentation
const view = (search: string): View => readView(new URLSearchParams(search))
const compile = (search: string) => compileView(view(search), tracker)

describe('the view of a tracker in its URL', () => {
  it('is printed as it was read', () => {
    const search =
      'report=7&q=points+%3E+3&open=true&mine=true&in.status=1%2C100&sort=-title%2Cpoints&cols=title-320%2Cstatus'
    expect(printView(view(search))).toBe(search)
    expect(printView(view(''))).toBe('')
  })
  it('keeps the widths of columns, and takes other numbers for a part of the name', () => {
    expect(view('cols=title-320,round-2-trip,points').columns).toStrictEqual([
      { name: 'title', width: 320 },
      { name: 'round-2-trip', width: null },
      { name: 'points', width: null },
    ])
  })
  it('is the one of its report as long as it names nothing else but an opened artifact', () => {
    expect(isReportOnly(new URLSearchParams('report=7'))).toBe(true)
    expect(isReportOnly(new URLSearchParams('report=7&peek=12'))).toBe(true)
    expect(isReportOnly(new URLSearchParams('report=7&sort=title'))).toBe(false)
    expect(isReportOnly(new URLSearchParams('peek=12'))).toBe(false)
  })
  it('is that of the default report while the URL names nothing but an opened artifact', () => {
    expect(isBare(new URLSearchParams(''))).toBe(true)
    expect(isBare(new URLSearchParams('peek=12'))).toBe(true)
    for (const search of [allArtifacts, 'view=board', 'q=pump', 'report=7'])
      expect(isBare(new URLSearchParams(search)), search).toBe(false)
    expect(readView(new URLSearchParams(allArtifacts)).report).toBeNull()
  })
})

describe('the bar of a query', () => {
  it.each([
    ['  ', 'empty'],
    ['lander crash', 'words'],
    ["status = 'Open'", 'query'],
    ['status ===', 'problem'],
  ])('takes %j for %s', (text, kind) => expect(readBar(text).kind).toBe(kind))
  it('knows where a query is wrong and what one costs', () => {
    expect(readBar('status ===')).toMatchObject({ problem: { at: { offset: 8 } } })
    expect(readBar('points > 1 OR points > 2')).toMatchObject({ cost: 6 })
  })
})

describe('a compiled view', () => {
  it('is nothing without conditions', () => {
    expect(compile('')).toStrictEqual({ where: '', orderBy: '' })
  })
  it('finds each word in the title or the description', () => {
    expect(compile('q=lander+"crash')?.where).toBe(
      '(title = "lander" OR details = "lander") AND (title = "\\"crash" OR details = "\\"crash")',
    )
  })
  it('joins typed conditions with those of the filters, quoted', () => {
    expect(compile(`q=${encodeURIComponent("points > 3 OR title = 'x'")}&mine=true&in.status=2,3`)?.where).toBe(
      '(points > 3 OR title = "x") AND assigned_to = MYSELF() AND (status IN("In \\"progress\\"", "Done"))',
    )
  })
  it('takes the value 100 for none, and open for the open values', () => {
    expect(compile('in.status=100,1')?.where).toBe('(status = "" OR status = "Open")')
    expect(compile('in.submitted_by=100')?.where).toBe('')
    expect(compile('open=true')?.where).toBe('(status IN("Open", "In \\"progress\\""))')
  })
  it('names users by login, and the one who reads it by a function', () => {
    expect(compile('in.submitted_by=myself,%40bob')?.where).toBe('(submitted_by IN(MYSELF(), "bob"))')
    expect(compile('in.assigned_to=%40bob,100')?.where).toBe('(assigned_to = "" OR assigned_to = "bob")')
  })
  it('is ordered by headings rather than by the typed order, and only by fields that can be sorted', () => {
    const query = `q=${encodeURIComponent('points > 3 ORDER BY title')}`
    expect(compile(query)).toStrictEqual({ where: '(points > 3)', orderBy: 'ORDER BY title ASC' })
    expect(compile(`${query}&sort=-points,assigned_to,unknown`)?.orderBy).toBe('ORDER BY points DESC')
  })
  it('is not ordered by the list whose values group its rows', () => {
    const orderOf = (search: string) => compileView(view(search), tracker, 'status')?.orderBy
    expect(orderOf('')).toBe('')
    expect(orderOf('sort=-status')).toBe('')
    expect(orderOf('sort=points,-status')).toBe('ORDER BY points ASC')
    expect(orderOf(`q=${encodeURIComponent('points > 3 ORDER BY title')}`)).toBe('ORDER BY title ASC')
  })
  it('is undefined while the query is wrong', () => {
    expect(compile('q=status+===')).toBeUndefined()
  })
})

describe('the view of a report', () => {
  it('shows its conditions, order and columns', () => {
    const definition: ReportDefinitionRepresentation = {
      id: 7,
      tracker_id: 1,
      label: 'Mine',
      description: '',
      is_public: false,
      is_default: false,
      expert_query: null,
      query: { '12': { operator: 'contains', value: [1, 3] }, '10': { operator: 'contains', value: 'a "b"' } },
      tables: [{ id: 1, label: '', columns: [10, 99, 12], sort: [{ field_id: 14, direction: 'desc' }] }],
    }
    expect(viewOfReport(definition, tracker.fields)).toMatchObject({
      text: 'title = "a \\"b\\""',
      filters: new Map([['status', ['1', '3']]]),
      sort: [{ name: 'points', isDescending: true }],
      columns: [
        { name: 'title', width: null },
        { name: 'status', width: null },
      ],
      report: 7,
    })
  })
})

describe('the order of a table', () => {
  const up = { name: 'a', isDescending: false }
  const down = { name: 'a', isDescending: true }
  const other = { name: 'b', isDescending: false }
  it('turns with each press on a heading', () => {
    expect(toggleSort([], 'a', false)).toStrictEqual([up])
    expect(toggleSort([up], 'a', false)).toStrictEqual([down])
    expect(toggleSort([down], 'a', false)).toStrictEqual([])
    expect(toggleSort([other], 'a', false)).toStrictEqual([up])
  })
  it('has several keys, each of which keeps its place', () => {
    expect(toggleSort([other], 'a', true)).toStrictEqual([other, up])
    expect(toggleSort([up, other], 'a', true)).toStrictEqual([down, other])
    expect(toggleSort([down, other], 'a', true)).toStrictEqual([other])
  })
  it('is the chosen one at once', () => {
    expect(toggleSort([other], 'a', false, 'descending')).toStrictEqual([down])
    expect(toggleSort([down, other], 'a', true, 'descending')).toStrictEqual([down, other])
  })
})

describe('columns next to an opened artifact', () => {
  const columns = [
    { kind: 'id', width: 76 },
    { kind: 'title', width: 400 },
    { kind: 'usual', width: 144 },
    { kind: 'users', width: 176 },
    { kind: 'number', width: 96 },
  ] as const
  const kinds = (width: number) => fitColumns(columns, width).map(({ kind }) => kind)
  it('become narrow, then the last ones are left out', () => {
    expect(kinds(588)).toStrictEqual(['id', 'title', 'usual', 'users', 'number'])
    expect(kinds(587)).toStrictEqual(['id', 'title', 'usual', 'users'])
    expect(kinds(430)).toStrictEqual(['id', 'title', 'usual'])
  })
  it('always include the number and the title', () => {
    expect(kinds(100)).toStrictEqual(['id', 'title'])
  })
})
