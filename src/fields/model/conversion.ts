import type { UserGroupId } from '../../kit/values/ids.ts'
import type { Field, OpenListItem, RichText } from './field.ts'

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

/** Converts what the type of `from` stores (fields/model/field.ts) to what the type of `to` stores. */
export type Conversion = (value: never, from: Field, to: Field, context: ConvertContext) => ConvertedValue

export const keepWhole = (value: unknown): ConvertedValue => ({ value, isComplete: true })

/** Without line breaks and the blanks around them. */
export function toOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/)
  if (lines.length === 1) return text
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  const between = lines.slice(1, -1).map((line) => line.trim())
  return [first.trimEnd(), ...between.filter((line) => line !== ''), last.trimStart()].join(' ')
}

export function convertListValues(
  ids: readonly number[],
  from: Field,
  to: Field,
  context: ConvertContext,
): ConvertedValue {
  const value = ids.flatMap((each) => convertBindValue(each, from, to, context) ?? [])
  return { value, isComplete: value.length === ids.length }
}

export function convertOpenListItems(
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
  return keepWhole(value)
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
