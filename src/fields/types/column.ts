import type { FieldType } from '../field-type/field-type.ts'
import { layoutElement } from '../field-type/traits.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    column: true
  }
}

/** A column of a block (docs/api/trackers.md §5.2). */
export const column: FieldType = {
  type: 'column',
  ...layoutElement,
  kind: 'container',
  place: 'block',
  structure: { properties: {} },
}
