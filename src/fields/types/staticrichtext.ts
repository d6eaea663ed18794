import type { FieldType } from '../field-type.ts'
import { propertyOf, words } from '../properties.ts'
import { cleanHtml } from '../rich-text.ts'
import { layoutElement } from '../traits.ts'

const properties = { static_value: words('') }

/** HTML between the fields (contract 20 §6.2). */
export const staticrichtext: FieldType = {
  type: 'staticrichtext',
  ...layoutElement,
  structure: {
    properties,
    defaultValue: (field) => cleanHtml(String(propertyOf(properties, field, 'static_value'))),
  },
}
