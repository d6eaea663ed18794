import type { Query } from '../../../../src/queries/language/ast.ts'
import { computeCost } from '../../../../src/queries/language/cost.ts'
import { parseQuery } from '../../../../src/queries/language/parse-query.ts'
import { printQuery } from '../../../../src/queries/language/print.ts'
import type { Problem } from '../../../../src/queries/language/problem.ts'
import type { ReportDefinitionRepresentation } from '../../../../src/trackers/representations/report-definition.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { listOptions } from '../../fields/editors/list-options.ts'
import { getFieldType } from '../../fields/registry.ts'

export type Field = TrackerRepresentation['fields'][number]

/** One key of the order of rows: a field by its name. */
export interface SortKey {
  readonly name: string
  readonly isDescending: boolean
}

/** What the table shows: the URL holds all of it. */
export interface View {
  /** Words or TQL, as typed. */
  readonly text: string
  readonly isOpenOnly: boolean
  readonly isMine: boolean
  /** Ids of chosen values by the name of their field. */
  readonly filters: ReadonlyMap<string, readonly string[]>
  readonly sort: readonly SortKey[]
  /** null: as the user left them, or the usual ones. */
  readonly columns: readonly ColumnChoice[] | null
  readonly report: number | null
}

/** A column that is shown. */
export interface ColumnChoice {
  readonly name: string
  /** In pixels; null: the usual one. */
  readonly width: number | null
}

const filterPrefix = 'in.'

export function readView(search: URLSearchParams): View {
  const filters = [...search].flatMap(([name, value]) =>
    name.startsWith(filterPrefix) && value !== '' ? [[name.slice(filterPrefix.length), value.split(',')] as const] : [],
  )
  const columns = search.get('cols')
  return {
    text: search.get('q') ?? '',
    isOpenOnly: search.get('open') === 'true',
    isMine: search.get('mine') === 'true',
    filters: new Map(filters),
    sort: splitList(search.get('sort')).map((key) => ({
      name: key.replace(/^-/, ''),
      isDescending: key.startsWith('-'),
    })),
    columns: columns === null ? null : parseColumns(columns),
    report: Number(search.get('report')) || null,
  }
}

/** Columns in their order: `title-320,status`. */
export const parseColumns = (text: string): readonly ColumnChoice[] =>
  splitList(text).map((part) => {
    const [, name = part, width] = /^(.+)-(\d{2,4})$/.exec(part) ?? []
    return { name, width: width === undefined ? null : Number(width) }
  })

export const printColumns = (columns: readonly ColumnChoice[]): string =>
  columns.map(({ name, width }) => (width === null ? name : `${name}-${width}`)).join(',')

const layoutKinds = ['table', 'board', 'charts'] as const
export const chartKinds = ['values', 'history', 'flow', 'progress', 'ages'] as const
export const intervals = ['day', 'week', 'month'] as const

type ChartKind = (typeof chartKinds)[number]

/** Whether a chart shows a period. */
export const isOverTime = (chart: ChartKind): boolean => chart === 'history' || isOfStatus(chart)

/** Whether a chart needs to know which artifacts are closed. */
export const isOfStatus = (chart: ChartKind): boolean => chart === 'flow' || chart === 'progress'

/** Whether a chart shows the values of a field that the user chooses. */
export const hasChosenField = (chart: ChartKind): boolean => chart === 'values' || chart === 'history'

/** How the artifacts of a view are shown. */
export interface Layout {
  readonly kind: (typeof layoutKinds)[number]
  /** The name of the field whose values are the columns of the board or the parts of the chart; null: the usual one. */
  readonly by: string | null
  /** What is counted: values now or over time, created and closed artifacts, all and closed ones, or ages of open ones. */
  readonly chart: ChartKind
  /** How far apart the points of a chart over time are, and how long the groups of rows by date. */
  readonly interval: (typeof intervals)[number]
  /** The name of the field whose values are the lanes of the board; null: it has none. */
  readonly lanes: string | null
  /** What groups the rows of the table: the name of a field, or `@parent`; null: they are not grouped. */
  readonly group: string | null
}

export const layoutParameters: readonly string[] = ['view', 'by', 'lanes', 'chart', 'interval', 'group']

export function readLayout(search: URLSearchParams): Layout {
  const read = <T extends string>(name: string, values: readonly [T, ...T[]]): T =>
    values.find((value) => value === search.get(name)) ?? values[0]
  return {
    kind: read('view', layoutKinds),
    by: search.get('by'),
    lanes: search.get('lanes'),
    chart: read('chart', chartKinds),
    interval: read('interval', intervals),
    group: search.get('group'),
  }
}

/** Parameters of a layout in a URL; what is usual has none. */
export function printLayout({
  kind,
  by,
  lanes,
  chart,
  interval,
  group,
}: Layout): readonly (readonly [string, string])[] {
  const isChart = kind === 'charts'
  return [
    ...(kind === 'table' ? [] : [['view', kind] as const]),
    ...(by === null ? [] : [['by', by] as const]),
    ...(lanes === null ? [] : [['lanes', lanes] as const]),
    ...(isChart && chart !== 'values' ? [['chart', chart] as const] : []),
    ...((group !== null || (isChart && isOverTime(chart))) && interval !== 'day'
      ? [['interval', interval] as const]
      : []),
    ...(group === null ? [] : [['group', group] as const]),
  ]
}

/** Parameters of the URL that are no part of the view: its layout, and an artifact that is open next to it. */
export const otherParameters: readonly string[] = [...layoutParameters, 'peek']

/** The parameter for all artifacts in place of the default report. */
export const allArtifacts = 'report=all'

export const hasDefaultReport = ({ default_report: report }: TrackerRepresentation): boolean => report != null

/** The URL of all artifacts of a tracker. */
export const buildAllUrl = (tracker: TrackerRepresentation): string =>
  `/trackers/${tracker.id}${hasDefaultReport(tracker) ? `?${allArtifacts}` : ''}`

/** Whether the URL names no list: the default report opens, if there is one. */
export const isBare = (search: URLSearchParams): boolean => [...search.keys()].every((name) => name === 'peek')

/** Whether the URL only has a report of what a view is, which then stands for its whole definition. */
export const isReportOnly = (search: URLSearchParams): boolean =>
  search.has('report') && [...search.keys()].every((name) => name === 'report' || otherParameters.includes(name))

const splitList = (text: string | null): string[] => (text ?? '').split(',').filter((part) => part !== '')

export function printView({ text, isOpenOnly, isMine, filters, sort, columns, report }: View): string {
  const search = new URLSearchParams()
  if (report !== null) search.set('report', String(report))
  if (text !== '') search.set('q', text)
  if (isOpenOnly) search.set('open', 'true')
  if (isMine) search.set('mine', 'true')
  for (const [name, values] of filters) if (values.length > 0) search.set(`${filterPrefix}${name}`, values.join(','))
  if (sort.length > 0) search.set('sort', sort.map(printSortKey).join(','))
  if (columns !== null) search.set('cols', printColumns(columns))
  return search.toString()
}

const printSortKey = ({ name, isDescending }: SortKey): string => `${isDescending ? '-' : ''}${name}`

/** The view that a report describes. */
export function viewOfReport(definition: ReportDefinitionRepresentation, fields: readonly Field[]): View {
  const nameOf = (id: number): string[] => fields.flatMap(({ field_id, name }) => (field_id === id ? [name] : []))
  const table = definition.tables[0]
  const texts = Object.entries(definition.query).flatMap(([id, { value }]) =>
    typeof value === 'string' ? nameOf(Number(id)).map((name) => `${name} = ${quote(value)}`) : [],
  )
  return {
    text: definition.expert_query ?? texts.join(' AND '),
    isOpenOnly: false,
    isMine: false,
    filters: new Map(
      Object.entries(definition.query).flatMap(([id, { value }]) =>
        typeof value === 'string' ? [] : nameOf(Number(id)).map((name) => [name, value.map(String)] as const),
      ),
    ),
    sort: (table?.sort ?? []).flatMap(({ field_id, direction }) =>
      nameOf(field_id).map((name) => ({ name, isDescending: direction === 'desc' })),
    ),
    columns:
      table === undefined || table.columns.length === 0
        ? null
        : table.columns.flatMap(nameOf).map((name) => ({ name, width: null })),
    report: definition.id,
  }
}

/** What the text of the bar means: nothing, words, TQL, or TQL with an error. */
export type BarText =
  | { readonly kind: 'empty' | 'words'; readonly cost: number }
  | { readonly kind: 'query'; readonly cost: number; readonly query: Query }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** What only queries contain. */
const operators =
  /[=<>]|\b(?:IN|BETWEEN)\s*\(|^\s*(?:WITH(?:OUT)?\s+(?:PARENT|CHILD)|IS\s+(?:NOT\s+)?(?:LINKED|COVER)|ORDER\s+BY\b|SELECT\b)/i

/** The text that was read last: a key reads it for its colours and for its completion. */
const last: { text: string; bar: BarText } = { text: '', bar: { kind: 'empty', cost: 0 } }

export function readBar(text: string): BarText {
  if (last.text !== text) Object.assign(last, { text, bar: parseBar(text) })
  return last.bar
}

function parseBar(text: string): BarText {
  if (text.trim() === '') return { kind: 'empty', cost: 0 }
  const parsed = parseQuery(text)
  if ('ok' in parsed) return { kind: 'query', cost: computeCost(parsed.ok), query: parsed.ok }
  if (!operators.test(text)) return { kind: 'words', cost: 0 }
  return { kind: 'problem', problem: parsed.problem }
}

/** The whole view as TQL; undefined: the text of the bar has an error. */
export interface CompiledView {
  readonly where: string
  readonly orderBy: string
}

/** `group` is the name of the list whose values group the rows, which have no order by it; null: there is none. */
export function compileView(
  view: View,
  { fields, semantics }: TrackerRepresentation,
  group: string | null = null,
): CompiledView | undefined {
  const conditions: string[] = []
  let typedKeys = ''
  const bar = readBar(view.text)
  if (bar.kind === 'problem') return undefined
  if (bar.kind === 'words') conditions.push(...searchWords(view.text, fields, semantics))
  if (bar.kind === 'query') {
    const where = printQuery({ ...bar.query, orderBy: [] })
    if (where !== '') conditions.push(`(${where})`)
    typedKeys = printQuery({ ...bar.query, where: null }).replace(/^ORDER BY /, '')
  }
  const status = fields.find(({ field_id }) => field_id === semantics.status?.field_id)
  if (view.isOpenOnly && status && semantics.status)
    conditions.push(compareValues(status, semantics.status.value_ids.map(String)))
  const contributor = fields.find(({ field_id }) => field_id === semantics.contributor?.field_id)
  if (view.isMine && contributor) conditions.push(`${contributor.name} = MYSELF()`)
  for (const [name, values] of view.filters) {
    const field = fields.find((each) => each.name === name)
    if (field !== undefined) conditions.push(compareValues(field, values))
  }
  const keys = view.sort.filter(({ name }) => fields.some((field) => field.name === name && isSortable(field)))
  const chosenKeys = keys.filter(({ name }) => name !== group).map(printOrder)
  const order = chosenKeys.length === 0 ? typedKeys : chosenKeys.join(', ')
  return {
    where: conditions.filter((condition) => condition !== '').join(' AND '),
    orderBy: order === '' ? '' : `ORDER BY ${order}`,
  }
}

const printOrder = ({ name, isDescending }: SortKey): string => `${name} ${isDescending ? 'DESC' : 'ASC'}`

/** Each word is in the title or the description. */
function searchWords(
  text: string,
  fields: readonly Field[],
  { title, description }: TrackerRepresentation['semantics'],
): readonly string[] {
  const searched = fields.filter(
    ({ field_id, type }) =>
      getFieldType(type).text !== undefined && (field_id === title?.field_id || field_id === description?.field_id),
  )
  const lines = fields.filter(({ type }) => getFieldType(type).text === 'line')
  const names = (searched.length > 0 ? searched : lines.slice(0, 2)).map(({ name }) => name)
  return text
    .trim()
    .split(/\s+/)
    .map((word) => `(${names.map((name) => `${name} = ${quote(word)}`).join(' OR ')})`)
    .filter((condition) => condition !== '()')
}

/** The field has one of the values; the id 100 stands for none. */
export function compareValues(field: Field, ids: readonly string[]): string {
  const literals = ids.flatMap((id) => (id === '100' ? [] : literalsOf(field, id)))
  const alternatives = [
    ...(ids.includes('100') && mayBeEmpty(field) ? [`${field.name} = ""`] : []),
    ...(literals.length === 1 ? [`${field.name} = ${literals[0]}`] : []),
    ...(literals.length > 1 ? [`${field.name} IN(${literals.join(', ')})`] : []),
  ]
  return alternatives.length === 0 ? '' : `(${alternatives.join(' OR ')})`
}

function literalsOf(field: Field, id: string): readonly string[] {
  if (id === myselfId) return ['MYSELF()']
  const login = loginOf(id)
  if (login !== undefined) return [quote(login)]
  return listOptions(field)
    .filter((option) => option.id === id)
    .map(({ label, user }) => quote(user?.username ?? label))
}

/** A text as the query language writes it. */
export const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

export const isSortable = ({ type }: Field): boolean => getFieldType(type).isSortable

/** Stands for the user who reads the list. */
export const myselfId = 'myself'

/** A user whom the tracker does not list, by login. */
export const idOfLogin = (login: string): string => `@${login}`

export const loginOf = (id: string): string | undefined => (id.startsWith('@') ? id.slice(1) : undefined)

/** Its user is the one who submitted or changed the artifact. */
export function holdsSystemUser({ type }: Field): boolean {
  const { isSetBySystem, comparison } = getFieldType(type)
  return isSetBySystem && comparison === 'list'
}

const isList = ({ type }: Field): boolean => getFieldType(type).choice !== undefined

/** Lists of users, and the users that the system sets. */
export const holdsUsers = (field: Field): boolean =>
  holdsSystemUser(field) || (isList(field) && field.bindings.type === 'users')

export const mayBeEmpty = (field: Field): boolean => !holdsSystemUser(field)

/** Fields whose values a filter can offer. */
export const isFilterable = (field: Field): boolean =>
  field.is_used && (holdsUsers(field) || (isList(field) && listOptions(field).length > 0))

/** The order after a press on the heading of a column: ascending, descending, none; or the one that was chosen. */
export function toggleSort(
  sort: readonly SortKey[],
  name: string,
  isAdded: boolean,
  order?: 'ascending' | 'descending',
): readonly SortKey[] {
  const present = sort.find((key) => key.name === name)
  const next: readonly SortKey[] =
    order !== undefined
      ? [{ name, isDescending: order === 'descending' }]
      : present === undefined
        ? [{ name, isDescending: false }]
        : present.isDescending
          ? []
          : [{ name, isDescending: true }]
  if (!isAdded) return next
  return present === undefined ? [...sort, ...next] : sort.flatMap((key) => (key.name === name ? next : [key]))
}
