import type { Field } from '../field.ts'
import type { FieldType } from '../field-type.ts'
import { createTextProperty, findProperty } from '../properties.ts'
import { layoutElement } from '../traits.ts'

declare module '../field.ts' {
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
