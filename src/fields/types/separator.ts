import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

/** A horizontal rule (contract 20 §6.2). */
export const separator: FieldType = { type: 'separator', ...layoutElement, structure: { properties: {} } }
