import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    separator: true
  }
}

/** A horizontal rule (docs/api/trackers.md §5.2). */
export const separator: FieldType = { type: 'separator', ...layoutElement, structure: { properties: {} } }
