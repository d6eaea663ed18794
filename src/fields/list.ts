import { children, type XmlElement } from '../kit/xml/element.ts'
import type { ArchiveReading } from './archive-reading.ts'
import { fieldChange, valueElements } from './archive-writing.ts'
import { bindOf, boundStructure } from './binds/bind-of.ts'
import { chosenCells } from './cells/lists.ts'
import type { Field } from './field.ts'
import type { FieldType } from './field-type.ts'
import type { PropertyTable } from './properties.ts'
import { sameMembers } from './same-members.ts'
import { byChoice } from './searching/lists.ts'
import { takeChosen } from './taking/list.ts'
import { ordinaryField } from './traits.ts'

interface ListRules {
  readonly type: 'sb' | 'rb' | 'msb' | 'cb'
  readonly isMultiple: boolean
  readonly properties?: PropertyTable
}

/** What all lists share in which one chooses but does not type (docs/api/field-values.md §7). */
export function listType({ type, isMultiple, properties = {} }: ListRules): FieldType<readonly number[]> {
  return {
    type,
    ...ordinaryField,
    hasBind: true,
    structure: {
      properties,
      values(field, context) {
        const { bind, rules } = bindOf(field)
        return rules.values(bind, field, context)
      },
      ...boundStructure,
    },
    storage: {
      sameValue: (a, b) => sameMembers(a ?? [], b ?? []),
      dependencies: (chosen, field, into) => bindOf(field).rules.dependencies(chosen, into),
      families: ['list'],
      index: (chosen) => chosen.map((value) => ({ family: 'list', value })),
    },
    writing: takeChosen(isMultiple),
    searching: byChoice,
    present(chosen, field, context) {
      if (chosen === undefined) return undefined
      const { bind, rules } = bindOf(field)
      const found = rules.present(chosen, bind, context)
      const shown = found.length > 0 ? found : rules.presentNone(context)
      return {
        field_id: field.id,
        label: field.label,
        type,
        values: shown.map(({ value }) => value),
        bind_value_ids: shown.map(({ id }) => id),
      }
    },
    flat(chosen, field, context) {
      const { bind, rules } = bindOf(field)
      return rules.present(chosen ?? [], bind, context).map(({ label }) => label)
    },
    cells: chosenCells(isMultiple),
    archive: {
      changeType: 'list',
      read(change, field, context) {
        const chosen = readChosen(change, field, context)
        if (isMultiple || chosen.length < 2) return chosen
        context.problem(change.line, `The field ${field.name} takes one value, the first is kept`)
        return chosen.slice(0, 1)
      },
      write(chosen, field, context) {
        const { bind, rules } = bindOf(field)
        const values = chosen.flatMap((id) => rules.write(id, bind, context) ?? [])
        return fieldChange(field, { type: 'list', bind: bind.kind }, ...valueElements(values))
      },
    },
  }
}

function readChosen(change: XmlElement, field: Field, context: ArchiveReading): readonly number[] {
  const { bind, rules } = bindOf(field)
  const chosen = new Set<number>()
  for (const value of children(change, 'value')) {
    const id = rules.read(value, bind, context)
    if (id === undefined) context.problem(value.line, `"${value.text.trim()}" is no value of the field ${field.name}`)
    else if (id !== 'none') chosen.add(id)
  }
  return [...chosen]
}
