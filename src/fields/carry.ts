import type { UserGroupId } from '../kit/ids.ts'
import { group } from '../platform/model/groups.ts'
import type { Field, FieldTypeName, OpenListItem, RichText } from './field.ts'
import { fieldType } from './registry.ts'

/** What a value refers to, in the words of the place it goes to. */
export interface Carrying {
  /** A group of the one project as a group of the other: dynamic ones are the same, static ones go by name. */
  groupOf(id: UserGroupId): UserGroupId | undefined
  /** What somebody typed into an open list. */
  openLabel(id: number): string | undefined
  /** A text without markup. */
  plainText(text: RichText): string
  /** The free value of the list it goes to. */
  openValueOf(to: Field, label: string): number
}

export interface Carried {
  readonly value: unknown
  /** False: part of it is unknown there and lost. */
  readonly isWhole: boolean
}

/** How much of a field comes along: a list of the dry run (docs/api/artifacts.md §3.9). */
export type Extent = 'whole' | 'part' | 'nothing'

type Carry = (value: never, from: Field, to: Field, context: Carrying) => Carried

/** Whether values of one field can become values of the other (docs/api/artifacts.md §3.9: same or compatible type). */
export const isCarried = (from: Field, to: Field): boolean => carryOf(from, to) !== undefined

/** A stored value of one field as a stored value of the other, which `isCarried` accepts. */
export function carry(value: unknown, from: Field, to: Field, context: Carrying): Carried {
  const how = carryOf(from, to)
  if (how === undefined) throw new Error(`${from.type} does not become ${to.type}`)
  // Each way takes what its type stores (fields/field.ts).
  return how(value as never, from, to, context)
}

/** How much of the current value, undefined where the field never had one, comes along. */
export function extentOf(value: unknown, from: Field, to: Field, context: Carrying): Extent {
  if (from.type === 'perm' && (value ?? null) === null) return 'nothing'
  if (isList(from.type) && value === undefined) return 'part'
  return value === undefined || carry(value, from, to, context).isWhole ? 'whole' : 'part'
}

const whole = (value: unknown): Carried => ({ value, isWhole: true })
const asItIs: Carry = (value) => whole(value)

function carryOf(from: Field, to: Field): Carry | undefined {
  if (isList(from.type) && isList(to.type)) {
    const isAlike = from.bind?.kind === to.bind?.kind && isMultiple(from.type) === isMultiple(to.type)
    return isAlike ? carryChosen : undefined
  }
  if (from.type === 'tbl' && to.type === 'tbl') return from.bind?.kind === to.bind?.kind ? carryOpen : undefined
  return ways[`${from.type} ${to.type}`] ?? (from.type === to.type ? sameType(from.type) : undefined)
}

const sameType = (type: FieldTypeName): Carry | undefined =>
  fieldType(type).kind === 'field' && !staysBehind.has(type) ? asItIs : undefined

/**
 * A key of one tracker does not open what another one sealed, results belong to their execution, and charts of work
 * done are in no row of docs/api/artifacts.md §3.9.
 */
const staysBehind: ReadonlySet<FieldTypeName> = new Set(['Encrypted', 'ttmstepexec', 'burnup'])

const ways: Readonly<Record<string, Carry>> = {
  'string text': (value: string) => whole({ format: 'text', content: value } satisfies RichText),
  'text string': (value: RichText, _from: Field, _to: Field, { plainText }: Carrying) =>
    whole(inOneLine(plainText(value))),
  'int float': asItIs,
  'float int': (value: number | null) => whole(value === null ? null : Math.trunc(value)),
  'perm perm': (value: readonly UserGroupId[] | null, _from: Field, _to: Field, { groupOf }: Carrying) => {
    if (value === null) return whole(null)
    const granted = value.flatMap((each) => groupOf(each) ?? [])
    // An artifact that was restricted must not be opened because its groups are unknown there.
    return { value: granted.length > 0 ? granted : [group.nobody], isWhole: granted.length === value.length }
  },
}

/** Without line breaks and the blanks around them. */
function inOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/)
  if (lines.length === 1) return text
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  const between = lines.slice(1, -1).map((line) => line.trim())
  return [first.trimEnd(), ...between.filter((line) => line !== ''), last.trimStart()].join(' ')
}

const isList = (type: FieldTypeName): boolean => type === 'sb' || type === 'rb' || isMultiple(type)
const isMultiple = (type: FieldTypeName): boolean => type === 'msb' || type === 'cb'

function carryChosen(chosen: readonly number[], from: Field, to: Field, context: Carrying): Carried {
  const value = chosen.flatMap((each) => boundValue(each, from, to, context) ?? [])
  return { value, isWhole: value.length === chosen.length }
}

function carryOpen(items: readonly OpenListItem[], from: Field, to: Field, context: Carrying): Carried {
  const value = items.flatMap((item): OpenListItem[] => {
    const id = Number(item.slice(1))
    const bound = item.startsWith('b') ? boundValue(id, from, to, context) : undefined
    if (bound !== undefined) return [`b${bound}`]
    const label = item.startsWith('b') ? labelOf(id, from) : context.openLabel(id)
    if (label === undefined) return []
    const known = to.bind?.kind === 'static' ? valueLabelled(label, to) : undefined
    return [known === undefined ? `o${context.openValueOf(to, label)}` : `b${known}`]
  })
  return whole(value)
}

/** docs/api/artifacts.md §3.9: list values go by label, people stay, groups go by what they are. */
function boundValue(id: number, from: Field, to: Field, { groupOf }: Carrying): number | undefined {
  if (from.bind?.kind === 'users') return id
  if (from.bind?.kind === 'ugroups' && to.bind?.kind === 'ugroups') {
    const bound = from.bind.values.find((each) => each.id === id)
    const wanted = bound && groupOf(bound.groupId)
    return to.bind.values.find(({ groupId }) => groupId === wanted)?.id
  }
  const label = labelOf(id, from)
  return label === undefined ? undefined : valueLabelled(label, to)
}

const labelOf = (id: number, { bind }: Field): string | undefined =>
  bind?.kind === 'static' ? bind.values.find((each) => each.id === id)?.label : undefined

function valueLabelled(label: string, { bind }: Field): number | undefined {
  if (bind?.kind !== 'static') return undefined
  const key = label.toLowerCase()
  const found =
    bind.values.find((each) => each.label === label) ?? bind.values.find((each) => each.label.toLowerCase() === key)
  return found?.id
}
