import type { FieldType } from '../field-type/field-type.ts'
import { layoutElement } from '../field-type/traits.ts'
import type { Field } from '../model/field.ts'
import { createTextProperty, findProperty } from '../model/properties.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    staticrichtext: true
  }
}

const properties = { static_value: createTextProperty('') }

const getStaticHtml = (field: Field): string => String(findProperty(properties, field, 'static_value'))

/** HTML between the fields (docs/api/trackers.md §5.2). */
export const staticrichtext: FieldType = {
  type: 'staticrichtext',
  ...layoutElement,
  structure: {
    properties,
    html: getStaticHtml,
    defaultValue: (field, { cleanHtml }) => cleanHtml(getStaticHtml(field)),
  },
}
