import { message } from '../../kit/messages/message.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { findElement } from '../parse/resolve-element.ts'
import { expectFieldTypes } from '../xml/tracker-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import { createCarrier } from './badges.ts'
import { listTypes as types } from './field-types.ts'
import { onField } from './on-field.ts'
import type { Semantic, SemanticResolvers } from './semantic.ts'
import { readField, readValues, writeValues } from './xml-references.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly status?: { readonly field: FieldRef; readonly openValues: readonly ValueRef[] }
  }
}

const bind = 'static'

export const status = {
  api: {
    schema: Type.Object(
      { field_id: Type.Integer(), value_ids: Type.Array(Type.Integer()) },
      { additionalProperties: false },
    ),
    input: Type.Object({
      field_id: Type.Integer({ format: identifier }),
      value_ids: Type.Optional(Type.Array(Type.Integer({ format: identifier }))),
    }),
    represent: ({ field, openValues }) => ({
      field_id: field,
      value_ids: openValues.length === 0 ? [NO_VALUE] : [...openValues],
    }),
    representStored: ({ field, openValues }) => ({ field_id: field, value_ids: [...openValues] }),
    parse<F, V, T>(input: StatusInput, { element, problems }: SemanticResolvers<F, V, T>) {
      const field = findElement(element, input.field_id, { part: 'status', types, bind }, problems)
      if (field === undefined) return undefined
      const openValues = [...new Set(input.value_ids ?? [])].flatMap((id) => {
        const value = field.value(id)
        if (value === undefined) problems.add(message`status: ${id} is not a value of the list ${field.name}.`)
        return value === undefined ? [] : [value]
      })
      return { field: field.ref, openValues }
    },
  },
  archive: {
    hasTitle: true,
    read(semantic, keys) {
      const field = readField(semantic, 'field', keys, expectFieldTypes(types, bind))
      return field === undefined
        ? undefined
        : { field, openValues: readValues(semantic, 'open_values', 'open_value', keys, field) }
    },
    write: ({ field, openValues }) => [
      buildReferenceElement('field', field),
      buildElement('open_values', {}, ...writeValues('open_value', openValues)),
    ],
  },
  badge: { label: 'Status', uses: (semantics) => [createCarrier('Status', semantics.status?.field)] },
  fieldsOf: onField.fieldsOf,
  valuesOf: (semantics, list) => (semantics.status?.field === list ? semantics.status.openValues : []),
  mapReferences: ({ field, openValues }, map) => ({
    field: map.field(field),
    openValues: openValues.map((value) => map.value(value, field)),
  }),
} satisfies Semantic<'status'>

interface StatusInput {
  readonly field_id: number
  readonly value_ids?: readonly number[]
}
