import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

/** A new line (contract 20 §6.2). */
export const linebreak: FieldType = { type: 'linebreak', ...layoutElement, structure: { properties: {} } }
