import { buildReferenceElement } from '../xml/xml-elements.ts'
import type { Semantic } from './semantic.ts'
import { readFields } from './xml-references.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly tooltip?: { readonly fields: readonly FieldRef[] }
  }
}

export const tooltip = {
  archive: {
    read: (semantic, keys) => ({ fields: readFields(semantic, keys) }),
    write: ({ fields }) => fields.map((key) => buildReferenceElement('field', key)),
  },
  badge: {
    label: 'Tooltip',
    uses: (semantics) =>
      (semantics.tooltip?.fields ?? []).map((field) => ({
        field,
        description: 'This field is part of fields of "Tooltip" semantic.',
      })),
  },
  fieldsOf: ({ fields }) => fields,
  mapReferences: ({ fields }, map) => ({ fields: fields.map(map.field) }),
} satisfies Semantic<'tooltip'>
