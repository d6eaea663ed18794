import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

/** A column of a block (contract 20 §6.2). */
export const column: FieldType = { type: 'column', ...layoutElement, kind: 'container', structure: { properties: {} } }
