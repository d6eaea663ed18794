import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

/** A new line (docs/api/trackers.md §5.2). */
export const linebreak: FieldType = { type: 'linebreak', ...layoutElement, structure: { properties: {} } }
