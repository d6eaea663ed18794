import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

declare module '../field.ts' {
  interface FieldTypeNames {
    linebreak: true
  }
}

/** A new line (docs/api/trackers.md §5.2). */
export const linebreak: FieldType = { type: 'linebreak', ...layoutElement, structure: { properties: {} } }
