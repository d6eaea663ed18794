import { UserRepresentation } from '../../accounts/representations/user.ts'
import { UserGroupReference } from '../../accounts/representations/user-group.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { bindStructure, getBind } from '../binds/get-bind.ts'
import type { ArchiveReadContext } from '../contexts/archive-read-context.ts'
import {
  type ArchiveListValue,
  type ArchiveWriteContext,
  buildFieldChangeElement,
  buildValueElements,
} from '../contexts/archive-write-context.ts'
import type { PresentContext } from '../contexts/present-context.ts'
import { createOpenListCsv } from '../csv/lists.ts'
import { defineEntry, defineObject, type EntryOf, oneOf } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { maxLabelLength, openListInput } from '../input/open-list.ts'
import { convertOpenListItems } from '../model/conversion.ts'
import type { Field, OpenListItem } from '../model/field.ts'
import { hasSameMembers } from '../model/has-same-members.ts'
import type { IndexEntry } from '../model/index-entry.ts'
import { createTextProperty, findProperty } from '../model/properties.ts'
import { StaticListValue } from '../representations/entries.ts'
import { openListSearch } from '../search/open-lists.ts'

/** A new value of an open list, added by a user (docs/api/field-values.md §8). */
const TypedValue = defineObject('NewOpenListValue', { id: Type.String({ pattern: '^o[0-9]+$' }), label: Type.String() })

const OpenListValues = Type.Array(Type.Union([StaticListValue, UserRepresentation, UserGroupReference, TypedValue]))

const OpenListEntry = defineEntry('OpenListValue', {
  values: OpenListValues,
  bind_value_objects: OpenListValues,
  bind_value_ids: Type.Array(Type.String()),
  bind_type: oneOf('static', 'users', 'ugroups'),
})

declare module '../model/field.ts' {
  interface FieldTypeNames {
    tbl: EntryOf<'tbl', typeof OpenListEntry>
  }
}

const properties = { hint: createTextProperty('Type in a search term') }

/** A list that accepts new values (docs/api/field-values.md §8). */
export const tbl: FieldType<readonly OpenListItem[]> = {
  type: 'tbl',
  entry: OpenListEntry,
  ...editableField,
  holds: 'openChoices',
  hasBind: true,
  accepts: { openChoices: convertOpenListItems },
  structure: {
    properties,
    candidates: 'open values',
    values(field, context) {
      const { bind, rules } = getBind(field)
      return rules.describeOpenListValues(bind, field, context)
    },
    ...bindStructure,
    extra: (field) => ({ hint: findProperty(properties, field, 'hint') }),
  },
  storage: {
    isSameValue: (a, b) => hasSameMembers(a ?? [], b ?? []),
    collectDependencies(items, field, into) {
      getBind(field).rules.collectDependencies(items.filter(isBindItem).map(idOfItem), into)
      for (const item of items) if (!isBindItem(item)) into.openValues.add(idOfItem(item))
    },
    families: ['list', 'open'],
    indexEntries: (items) =>
      items.map((item): IndexEntry => ({ family: isBindItem(item) ? 'list' : 'open', value: idOfItem(item) })),
  },
  input: openListInput,
  readEmptyElement: (entry) => ({ ...entry, value: undefined, bind_value_ids: entry.bind_value_ids ?? [] }),
  search: openListSearch,
  present(items, field, context) {
    if (items === undefined) return undefined
    const presented = presentItems(items, field, context)
    const values = presented.map(({ value }) => value)
    return {
      field_id: field.id,
      label: field.label,
      // docs/api/client-needs.md §25: under the name that all lists have, and under that of docs/api/field-values.md
      // §8.
      values,
      bind_value_objects: values,
      // docs/api/field-values.md §8: labels, despite the name of the member.
      bind_value_ids: presented.map(({ label }) => label),
      bind_type: getBind(field).bind.kind,
      type: 'tbl',
    }
  },
  flat: (items, field, context) => presentItems(items ?? [], field, context).map(({ label }) => label),
  csv: createOpenListCsv((items, field, context) => presentItems(items, field, context).map(({ label }) => label)),
  archive: {
    changeType: 'open_list',
    read(change, field, context) {
      const items = new Set<OpenListItem>()
      for (const value of findChildren(change, 'value')) {
        const read = readItem(value, field, context)
        if (read === 'none') continue
        const open = 'label' in read ? context.openValueOf(field.id, read.label) : undefined
        if ('bound' in read) items.add(`b${read.bound}`)
        else if (open !== undefined) items.add(`o${open}`)
        else context.reportProblem(value.line, `"${value.text.trim()}" is not a value of the field ${field.name}`)
      }
      return [...items]
    },
    write(items, field, context) {
      const values = items.flatMap((item) => writeItem(item, field, context) ?? [])
      return buildFieldChangeElement(
        field,
        { type: 'open_list', bind: getBind(field).bind.kind },
        ...buildValueElements(values),
      )
    },
    collectOpenLabels: (change, field, context) =>
      findChildren(change, 'value').flatMap((value) => {
        const read = readItem(value, field, context)
        return read !== 'none' && 'label' in read ? [read.label] : []
      }),
  },
}

const isBindItem = (item: OpenListItem): boolean => item.startsWith('b')
const idOfItem = (item: OpenListItem): number => Number(item.slice(1))

interface PresentedItem {
  readonly value: object
  readonly label: string
}

function presentItems(items: readonly OpenListItem[], field: Field, context: PresentContext): readonly PresentedItem[] {
  const { bind, rules } = getBind(field)
  return items.flatMap((item): readonly PresentedItem[] => {
    if (isBindItem(item)) return rules.present([idOfItem(item)], bind, context)
    const open = context.openValues.get(idOfItem(item))
    return open === undefined ? [] : [{ value: { id: item, label: open.label }, label: open.label }]
  })
}

/** docs/api/archive-format.md §3.3: `b13` for a value of the bind, the label of one that was typed. */
function writeItem(item: OpenListItem, field: Field, context: ArchiveWriteContext): ArchiveListValue | undefined {
  if (isBindItem(item)) {
    const { bind, rules } = getBind(field)
    const value = rules.write(idOfItem(item), bind, context)
    return value?.format === 'id' ? { ...value, text: `b${value.text}` } : value
  }
  const label = context.openLabelOf(idOfItem(item))
  return label === undefined ? undefined : { format: 'label', text: label }
}

type ParsedItem = 'none' | { readonly bound: number } | { readonly label: string } | { readonly unknown: true }

/** docs/api/archive-format.md §3.4 rule 9: a value of the bind, else a new value. */
function readItem(value: XmlElement, field: Field, context: ArchiveReadContext): ParsedItem {
  const { bind, rules } = getBind(field)
  const id = rules.read(value, bind, context)
  // To a static bind an unknown label is "None"; here it is a value of its own.
  if (typeof id === 'number') return { bound: id }
  const text = value.text.trim()
  if (text.length > maxLabelLength)
    context.reportProblem(
      value.line,
      `A value of the field ${field.name} was truncated to ${maxLabelLength} characters`,
    )
  const label = text.slice(0, maxLabelLength).toWellFormed()
  if (label === '' || (id === 'none' && bind.kind !== 'static')) return 'none'
  return value.attributes['format'] === 'id' ? { unknown: true } : { label }
}
