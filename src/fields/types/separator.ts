import type { FieldType } from '../field-type/field-type.ts'
import { layoutElement } from '../field-type/traits.ts'

declare module '../model/field.ts' {
  interface FieldTypeNames {
    separator: true
  }
}

/** A horizontal rule (docs/api/trackers.md §5.2). */
export const separator: FieldType = { type: 'separator', ...layoutElement, structure: { properties: {} } }
