import { children, type XmlElement } from '../../kit/xml/element.ts'
import type { ArchiveReading } from '../archive-reading.ts'
import { type ArchiveWriting, fieldChange, valueElements, type WrittenValue } from '../archive-writing.ts'
import { bindOf, boundStructure } from '../binds/bind-of.ts'
import { typedCells } from '../cells/lists.ts'
import type { Field, OpenListItem } from '../field.ts'
import type { FieldType } from '../field-type.ts'
import type { IndexEntry } from '../index-entry.ts'
import type { Presenting } from '../presenting.ts'
import { propertyOf, words } from '../properties.ts'
import { sameMembers } from '../same-members.ts'
import { byTyping } from '../searching/open-lists.ts'
import { longestLabel, takeTyped } from '../taking/open-list.ts'
import { ordinaryField } from '../traits.ts'

const properties = { hint: words('Type in a search term') }

/** A list into which people may type (docs/api/field-values.md §8). */
export const tbl: FieldType<readonly OpenListItem[]> = {
  type: 'tbl',
  ...ordinaryField,
  hasBind: true,
  structure: {
    properties,
    values(field, context) {
      const { bind, rules } = bindOf(field)
      return rules.openListValues(bind, field, context)
    },
    ...boundStructure,
    extra: (field) => ({ hint: propertyOf(properties, field, 'hint') }),
  },
  storage: {
    sameValue: (a, b) => sameMembers(a ?? [], b ?? []),
    dependencies(items, field, into) {
      bindOf(field).rules.dependencies(items.filter(isBound).map(numberOf), into)
      for (const item of items) if (!isBound(item)) into.openValues.add(numberOf(item))
    },
    families: ['list', 'open'],
    index: (items) =>
      items.map((item): IndexEntry => ({ family: isBound(item) ? 'list' : 'open', value: numberOf(item) })),
  },
  writing: takeTyped,
  searching: byTyping,
  present(items, field, context) {
    if (items === undefined) return undefined
    const shown = showItems(items, field, context)
    const values = shown.map(({ value }) => value)
    return {
      field_id: field.id,
      label: field.label,
      // docs/api/client-needs.md §25: under the name that all lists have, and under that of docs/api/field-values.md
      // §8.
      values,
      bind_value_objects: values,
      // docs/api/field-values.md §8: labels, whatever the name says.
      bind_value_ids: shown.map(({ label }) => label),
      bind_type: bindOf(field).bind.kind,
      type: 'tbl',
    }
  },
  flat: (items, field, context) => showItems(items ?? [], field, context).map(({ label }) => label),
  cells: typedCells((items, field, context) => showItems(items, field, context).map(({ label }) => label)),
  archive: {
    changeType: 'open_list',
    read(change, field, context) {
      const items = new Set<OpenListItem>()
      for (const value of children(change, 'value')) {
        const read = readItem(value, field, context)
        if (read === 'none') continue
        const open = 'label' in read ? context.openValueOf(field.id, read.label) : undefined
        if ('bound' in read) items.add(`b${read.bound}`)
        else if (open !== undefined) items.add(`o${open}`)
        else context.problem(value.line, `"${value.text.trim()}" is no value of the field ${field.name}`)
      }
      return [...items]
    },
    write(items, field, context) {
      const values = items.flatMap((item) => writeItem(item, field, context) ?? [])
      return fieldChange(field, { type: 'open_list', bind: bindOf(field).bind.kind }, ...valueElements(values))
    },
    openLabels: (change, field, context) =>
      children(change, 'value').flatMap((value) => {
        const read = readItem(value, field, context)
        return read !== 'none' && 'label' in read ? [read.label] : []
      }),
  },
}

const isBound = (item: OpenListItem): boolean => item.startsWith('b')
const numberOf = (item: OpenListItem): number => Number(item.slice(1))

interface ShownItem {
  readonly value: object
  readonly label: string
}

function showItems(items: readonly OpenListItem[], field: Field, context: Presenting): readonly ShownItem[] {
  const { bind, rules } = bindOf(field)
  return items.flatMap((item): readonly ShownItem[] => {
    if (isBound(item)) return rules.present([numberOf(item)], bind, context)
    const open = context.openValues.get(numberOf(item))
    return open === undefined ? [] : [{ value: { id: item, label: open.label }, label: open.label }]
  })
}

/** docs/api/archive-format.md §3.3: `b13` for a value of the bind, the label of one that was typed. */
function writeItem(item: OpenListItem, field: Field, context: ArchiveWriting): WrittenValue | undefined {
  if (isBound(item)) {
    const { bind, rules } = bindOf(field)
    const value = rules.write(numberOf(item), bind, context)
    return value?.format === 'id' ? { ...value, text: `b${value.text}` } : value
  }
  const label = context.openLabelOf(numberOf(item))
  return label === undefined ? undefined : { format: 'label', text: label }
}

type ReadItem = 'none' | { readonly bound: number } | { readonly label: string } | { readonly unknown: true }

/** docs/api/archive-format.md §3.4 rule 9: what the bind knows, else what somebody typed. */
function readItem(value: XmlElement, field: Field, context: ArchiveReading): ReadItem {
  const { bind, rules } = bindOf(field)
  const id = rules.read(value, bind, context)
  // To a static bind an unknown label is "None"; here it is a value of its own.
  if (typeof id === 'number') return { bound: id }
  const written = value.text.trim()
  if (written.length > longestLabel)
    context.problem(value.line, `A value of the field ${field.name} is cut after ${longestLabel} characters`)
  const label = written.slice(0, longestLabel).toWellFormed()
  if (label === '' || (id === 'none' && bind.kind !== 'static')) return 'none'
  return value.attributes['format'] === 'id' ? { unknown: true } : { label }
}
