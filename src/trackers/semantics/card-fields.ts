import { buildReferenceElement } from '../xml/xml-elements.ts'
import type { Semantic } from './semantic.ts'
import { readField, readFields } from './xml-references.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly plugin_cardwall_card_fields?: { readonly fields: readonly FieldRef[]; readonly backgroundColor?: FieldRef }
  }
}

export const cardFields = {
  archive: {
    read(semantic, keys) {
      const backgroundColor = readField(semantic, 'background-color', keys)
      return { fields: readFields(semantic, keys), ...(backgroundColor === undefined ? {} : { backgroundColor }) }
    },
    write: ({ fields, backgroundColor }) => [
      ...fields.map((key) => buildReferenceElement('field', key)),
      ...(backgroundColor === undefined ? [] : [buildReferenceElement('background-color', backgroundColor)]),
    ],
  },
  fieldsOf: ({ fields, backgroundColor }) => (backgroundColor === undefined ? fields : [...fields, backgroundColor]),
  mapReferences: ({ fields, backgroundColor }, map) => ({
    fields: fields.map(map.field),
    ...(backgroundColor === undefined ? {} : { backgroundColor: map.field(backgroundColor) }),
  }),
} satisfies Semantic<'plugin_cardwall_card_fields'>
