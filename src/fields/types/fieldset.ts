import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

declare module '../field.ts' {
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
