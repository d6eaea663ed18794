import type { FieldType } from '../field-type/field-type.ts'
import { layoutElement } from '../field-type/traits.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    fieldset: true
  }
}

/** A titled block (docs/api/trackers.md §5.2). */
export const fieldset: FieldType = {
  type: 'fieldset',
  ...layoutElement,
  kind: 'container',
  place: 'root',
  structure: { properties: {} },
}
