import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

/** A titled block (contract 20 §6.2). */
export const fieldset: FieldType = {
  type: 'fieldset',
  ...layoutElement,
  kind: 'container',
  structure: { properties: {} },
}
