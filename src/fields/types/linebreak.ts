import type { FieldType } from '../field-type/field-type.ts'
import { layoutElement } from '../field-type/traits.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    linebreak: true
  }
}

/** A new line (docs/api/trackers.md §5.2). */
export const linebreak: FieldType = { type: 'linebreak', ...layoutElement, structure: { properties: {} } }
