import type { UserGroupId } from '../kit/ids.ts'
import { group } from '../site/model/groups.ts'
import type { Field, FieldTypeName, OpenListItem, RichText } from './field.ts'
import { getFieldType } from './registry.ts'

/** Resolves references of a value in the tracker that the artifact moves to. */
export interface ConvertContext {
  /** Maps a group to the other project: dynamic groups are the same, static groups are matched by name. */
  groupOf(id: UserGroupId): UserGroupId | undefined
  /** Returns the label of a new value of an open list. */
  openLabel(id: number): string | undefined
  /** A text without markup. */
  plainText(text: RichText): string
  /** Returns the id of a new value in the target list. */
  openValueOf(to: Field, label: string): number
}

export interface ConvertedValue {
  readonly value: unknown
  /** False: part of it is unknown there and lost. */
  readonly isComplete: boolean
}

/** How much of a field is converted: one of the lists of the dry run (docs/api/artifacts.md §3.9). */
export type ConversionExtent = 'whole' | 'part' | 'nothing'

type Conversion = (value: never, from: Field, to: Field, context: ConvertContext) => ConvertedValue

/**
 * Whether values of one field can be converted to values of the other (docs/api/artifacts.md §3.9: same or compatible
 * type).
 */
export const isConvertible = (from: Field, to: Field): boolean => findConversion(from, to) !== undefined

/** A stored value of one field as a stored value of the other, which `isConvertible` accepts. */
export function convertValue(value: unknown, from: Field, to: Field, context: ConvertContext): ConvertedValue {
  const convert = findConversion(from, to)
  if (convert === undefined) throw new Error(`No conversion from ${from.type} to ${to.type}`)
  // Each conversion accepts what its type stores (fields/field.ts).
  return convert(value as never, from, to, context)
}

/** Returns how much of the current value is converted; undefined where the field never had a value. */
export function describeConversion(value: unknown, from: Field, to: Field, context: ConvertContext): ConversionExtent {
  if (from.type === 'perm' && (value ?? null) === null) return 'nothing'
  if (isList(from.type) && value === undefined) return 'part'
  return value === undefined || convertValue(value, from, to, context).isComplete ? 'whole' : 'part'
}

const complete = (value: unknown): ConvertedValue => ({ value, isComplete: true })
const keepValue: Conversion = (value) => complete(value)

function findConversion(from: Field, to: Field): Conversion | undefined {
  if (isList(from.type) && isList(to.type)) {
    const isAlike = from.bind?.kind === to.bind?.kind && isMultiple(from.type) === isMultiple(to.type)
    return isAlike ? convertListValues : undefined
  }
  if (from.type === 'tbl' && to.type === 'tbl')
    return from.bind?.kind === to.bind?.kind ? convertOpenListItems : undefined
  return conversions[`${from.type} ${to.type}`] ?? (from.type === to.type ? sameTypeConversion(from.type) : undefined)
}

const sameTypeConversion = (type: FieldTypeName): Conversion | undefined =>
  getFieldType(type).kind === 'field' && !unconvertibleTypes.has(type) ? keepValue : undefined

/**
 * A key of one tracker does not open what another one sealed, results belong to their execution, and charts of work
 * done are in no row of docs/api/artifacts.md §3.9.
 */
const unconvertibleTypes: ReadonlySet<FieldTypeName> = new Set(['Encrypted', 'ttmstepexec', 'burnup'])

const conversions: Readonly<Record<string, Conversion>> = {
  'string text': (value: string) => complete({ format: 'text', content: value } satisfies RichText),
  'text string': (value: RichText, _from: Field, _to: Field, { plainText }: ConvertContext) =>
    complete(toOneLine(plainText(value))),
  'int float': keepValue,
  'float int': (value: number | null) => complete(value === null ? null : Math.trunc(value)),
  'perm perm': (value: readonly UserGroupId[] | null, _from: Field, _to: Field, { groupOf }: ConvertContext) => {
    if (value === null) return complete(null)
    const granted = value.flatMap((each) => groupOf(each) ?? [])
    // An artifact that was restricted must not be opened because its groups are unknown there.
    return { value: granted.length > 0 ? granted : [group.nobody], isComplete: granted.length === value.length }
  },
}

/** Without line breaks and the blanks around them. */
function toOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/)
  if (lines.length === 1) return text
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  const between = lines.slice(1, -1).map((line) => line.trim())
  return [first.trimEnd(), ...between.filter((line) => line !== ''), last.trimStart()].join(' ')
}

const isList = (type: FieldTypeName): boolean => type === 'sb' || type === 'rb' || isMultiple(type)
const isMultiple = (type: FieldTypeName): boolean => type === 'msb' || type === 'cb'

function convertListValues(ids: readonly number[], from: Field, to: Field, context: ConvertContext): ConvertedValue {
  const value = ids.flatMap((each) => convertBindValue(each, from, to, context) ?? [])
  return { value, isComplete: value.length === ids.length }
}

function convertOpenListItems(
  items: readonly OpenListItem[],
  from: Field,
  to: Field,
  context: ConvertContext,
): ConvertedValue {
  const value = items.flatMap((item): OpenListItem[] => {
    const id = Number(item.slice(1))
    const bound = item.startsWith('b') ? convertBindValue(id, from, to, context) : undefined
    if (bound !== undefined) return [`b${bound}`]
    const label = item.startsWith('b') ? findValueLabel(id, from) : context.openLabel(id)
    if (label === undefined) return []
    const existing = to.bind?.kind === 'static' ? findValueByLabel(label, to) : undefined
    return [existing === undefined ? `o${context.openValueOf(to, label)}` : `b${existing}`]
  })
  return complete(value)
}

/** docs/api/artifacts.md §3.9: list values are matched by label, users stay, groups are mapped by `groupOf`. */
function convertBindValue(id: number, from: Field, to: Field, { groupOf }: ConvertContext): number | undefined {
  if (from.bind?.kind === 'users') return id
  if (from.bind?.kind === 'ugroups' && to.bind?.kind === 'ugroups') {
    const bound = from.bind.values.find((each) => each.id === id)
    const targetGroup = bound && groupOf(bound.groupId)
    return to.bind.values.find(({ groupId }) => groupId === targetGroup)?.id
  }
  const label = findValueLabel(id, from)
  return label === undefined ? undefined : findValueByLabel(label, to)
}

const findValueLabel = (id: number, { bind }: Field): string | undefined =>
  bind?.kind === 'static' ? bind.values.find((each) => each.id === id)?.label : undefined

function findValueByLabel(label: string, { bind }: Field): number | undefined {
  if (bind?.kind !== 'static') return undefined
  const key = label.toLowerCase()
  const value =
    bind.values.find((each) => each.label === label) ?? bind.values.find((each) => each.label.toLowerCase() === key)
  return value?.id
}
