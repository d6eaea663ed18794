import { findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { bindStructure, getBind } from '../binds/get-bind.ts'
import type { ArchiveReadContext } from '../contexts/archive-read-context.ts'
import { buildFieldChangeElement, buildValueElements } from '../contexts/archive-write-context.ts'
import { listCsv } from '../csv/lists.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { listInput } from '../input/list.ts'
import { convertListValues } from '../model/conversion.ts'
import type { Field, FieldTypeName } from '../model/field.ts'
import { hasSameMembers } from '../model/has-same-members.ts'
import type { PropertyTable } from '../model/properties.ts'
import { ListEntry } from '../representations/entries.ts'
import { listSearch } from '../search/lists.ts'

interface ListTypeOptions {
  readonly type: FieldTypeName
  readonly isMultiple: boolean
  readonly properties?: PropertyTable
}

/** Shared by all lists without new values (docs/api/field-values.md §7). */
export function createListFieldType({
  type,
  isMultiple,
  properties = {},
}: ListTypeOptions): FieldType<readonly number[]> {
  return {
    type,
    entry: ListEntry,
    ...editableField,
    holds: isMultiple ? 'choices' : 'choice',
    hasBind: true,
    accepts: { [isMultiple ? 'choices' : 'choice']: convertListValues },
    structure: {
      properties,
      values(field, context) {
        const { bind, rules } = getBind(field)
        return rules.describeValues(bind, field, context)
      },
      ...bindStructure,
    },
    storage: {
      isSameValue: (a, b) => hasSameMembers(a ?? [], b ?? []),
      collectDependencies: (chosen, field, into) => getBind(field).rules.collectDependencies(chosen, into),
      families: ['list'],
      indexEntries: (chosen) => chosen.map((value) => ({ family: 'list', value })),
    },
    input: listInput(isMultiple),
    search: listSearch,
    present(chosen, field, context) {
      if (chosen === undefined) return undefined
      const { bind, rules } = getBind(field)
      const chosenValues = rules.present(chosen, bind, context)
      const presented = chosenValues.length > 0 ? chosenValues : rules.presentNone(context)
      return {
        field_id: field.id,
        label: field.label,
        type,
        values: presented.map(({ value }) => value),
        bind_value_ids: presented.map(({ id }) => id),
      }
    },
    flat(chosen, field, context) {
      const { bind, rules } = getBind(field)
      return rules.present(chosen ?? [], bind, context).map(({ label }) => label)
    },
    csv: listCsv(isMultiple),
    archive: {
      changeType: 'list',
      read(change, field, context) {
        const chosen = readListChange(change, field, context)
        if (isMultiple || chosen.length < 2) return chosen
        context.reportProblem(change.line, `The field ${field.name} accepts one value; only the first was imported`)
        return chosen.slice(0, 1)
      },
      write(chosen, field, context) {
        const { bind, rules } = getBind(field)
        const values = chosen.flatMap((id) => rules.write(id, bind, context) ?? [])
        return buildFieldChangeElement(
          field,
          { type: 'list', bind: bind.kind },
          ...buildValueElements(values.length === 0 ? rules.archivedNone : values),
        )
      },
    },
  }
}

function readListChange(change: XmlElement, field: Field, context: ArchiveReadContext): readonly number[] {
  const { bind, rules } = getBind(field)
  const chosen = new Set<number>()
  for (const value of findChildren(change, 'value')) {
    const id = rules.read(value, bind, context)
    if (id === undefined)
      context.reportProblem(value.line, `"${value.text.trim()}" is not a value of the field ${field.name}`)
    else if (id !== 'none') chosen.add(id)
  }
  return [...chosen]
}
