import type { IconName } from '../design/icon.tsx'
import { trackerAdminTexts } from '../texts/tracker-admin-texts.ts'
import type { Field } from './field-context.tsx'

const { types, properties: labels } = trackerAdminTexts.trackerFields

/** A setting of a type in `specific_properties` (docs/api/trackers.md §5). */
export interface PropertyInput {
  readonly name: string
  /** `date`: the default value of a date, which consists of several settings. */
  readonly kind: 'number' | 'line' | 'text' | 'flag' | 'date'
  readonly label: string
  readonly hint?: string
}

/** Groups of the list of types, in its order. */
export const elementGroups = ['texts', 'lists', 'artifacts', 'system', 'charts', 'layout'] as const
type ElementGroup = (typeof elementGroups)[number]

/** What administrators of a tracker can do with elements of one type. */
export interface ElementType {
  readonly title: string
  /** One sentence. */
  readonly text: string
  readonly group: ElementGroup
  readonly icon: IconName
  /** Where the API lets it be moved: between the field sets, nowhere, or into columns. */
  readonly place: 'root' | 'block' | 'column'
  /** False: only archives and copies create it. */
  readonly isCreatable: boolean
  /** A tracker uses at most one. */
  readonly isUnique: boolean
  readonly canBeRequired: boolean
  readonly canNotify: boolean
  /** Its values come from a list, from users or from groups. */
  readonly isList: boolean
  readonly properties: readonly PropertyInput[]
}

const field = {
  place: 'column',
  isCreatable: true,
  isUnique: false,
  canBeRequired: true,
  canNotify: false,
  isList: false,
  properties: [],
} as const

const listed = { ...field, group: 'lists', icon: 'list', canNotify: true, isList: true } as const
const system = { ...field, group: 'system', canBeRequired: false } as const
const chart = { ...field, group: 'charts', isUnique: true, canBeRequired: false } as const
const layout = { ...field, group: 'layout', canBeRequired: false } as const

const defaultValue = (kind: PropertyInput['kind']): PropertyInput => ({
  name: 'default_value',
  kind,
  label: labels.defaultValue,
})
const maxLength: PropertyInput = {
  name: 'maxchars',
  kind: 'number',
  label: labels.maxLength,
  hint: labels.maxLengthHint,
}
const width: PropertyInput = { name: 'size', kind: 'number', label: labels.width }
const numberProperties = [defaultValue('line'), maxLength, width]

/** Every type of form element; the API decides what is allowed, these are what the page offers. */
const elementTypes: Readonly<Record<Field['type'], ElementType>> = {
  string: {
    ...field,
    ...types.line,
    group: 'texts',
    icon: 'minus',
    properties: [defaultValue('line'), maxLength, width],
  },
  text: {
    ...field,
    ...types.paragraph,
    group: 'texts',
    icon: 'menu',
    properties: [
      defaultValue('text'),
      { name: 'rows', kind: 'number', label: labels.height },
      { name: 'cols', kind: 'number', label: labels.width },
    ],
  },
  int: { ...field, ...types.integer, group: 'texts', icon: 'plus', properties: numberProperties },
  float: { ...field, ...types.decimal, group: 'texts', icon: 'plus', properties: numberProperties },
  duration: {
    ...field,
    ...types.duration,
    group: 'texts',
    icon: 'clock',
    properties: [{ name: 'default_value', kind: 'number', label: labels.defaultMinutes }],
  },
  date: {
    ...field,
    ...types.day,
    group: 'texts',
    icon: 'calendar',
    properties: [
      { name: 'default_value', kind: 'date', label: labels.defaultDate },
      { name: 'display_time', kind: 'flag', label: labels.showsTime },
    ],
  },
  sb: { ...listed, ...types.select, icon: 'chevron-down' },
  rb: { ...listed, ...types.radio },
  msb: {
    ...listed,
    ...types.multiSelect,
    properties: [{ name: 'size', kind: 'number', label: labels.visibleValues }],
  },
  cb: { ...listed, ...types.checkboxes, icon: 'check' },
  tbl: { ...listed, ...types.openList, icon: 'plus', properties: [{ name: 'hint', kind: 'line', label: labels.hint }] },
  file: { ...field, ...types.attachments, group: 'artifacts', icon: 'file' },
  art_link: {
    ...field,
    ...types.links,
    group: 'artifacts',
    icon: 'link',
    isUnique: true,
    properties: [{ name: 'can_edit_reverse_links', kind: 'flag', label: labels.reverseLinks }],
  },
  perm: { ...field, ...types.restriction, group: 'artifacts', icon: 'lock', isUnique: true },
  computed: {
    ...field,
    ...types.sum,
    group: 'texts',
    icon: 'plus',
    properties: [defaultValue('line')],
  },
  lud: { ...system, ...types.changedOn, icon: 'clock' },
  subon: { ...system, ...types.createdOn, icon: 'clock' },
  subby: { ...system, ...types.createdBy, icon: 'user', canNotify: true },
  luby: { ...system, ...types.changedBy, icon: 'user', canNotify: true },
  aid: { ...system, ...types.id, icon: 'bookmark' },
  atid: { ...system, ...types.trackerId, icon: 'bookmark' },
  priority: { ...system, ...types.rank, icon: 'arrow-up' },
  cross: { ...system, ...types.references, icon: 'link' },
  burndown: { ...chart, ...types.burndownChart, icon: 'arrow-down' },
  burnup: { ...chart, ...types.burnupChart, icon: 'arrow-up' },
  shared: { ...field, ...types.sharedList, group: 'lists', icon: 'list', isCreatable: false, canBeRequired: false },
  ttmstepdef: { ...chart, ...types.steps, icon: 'list', canBeRequired: true },
  ttmstepexec: { ...chart, ...types.executedSteps, icon: 'check', canBeRequired: true },
  Encrypted: { ...field, ...types.encrypted, group: 'artifacts', icon: 'key' },
  fieldset: { ...layout, ...types.section, icon: 'folder', place: 'root' },
  column: { ...layout, ...types.column, icon: 'columns', place: 'block' },
  linebreak: { ...layout, ...types.lineBreak, icon: 'minus' },
  separator: { ...layout, ...types.separator, icon: 'minus' },
  staticrichtext: {
    ...layout,
    ...types.staticText,
    icon: 'info',
    properties: [{ name: 'static_value', kind: 'text', label: labels.html }],
  },
}

/** Of a type that a newer server has, only the common settings are offered. */
export const getElementType = (name: Field['type']): ElementType =>
  elementTypes[name] ?? { ...layout, title: name, text: '', icon: 'help', isCreatable: false }

/** The types that can be added, in the order of the table. */
export const creatableTypes: readonly (ElementType & { readonly name: Field['type'] })[] = Object.entries(
  elementTypes,
).flatMap(([name, type]) => (type.isCreatable ? [{ ...type, name: name as Field['type'] }] : []))
