import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

/** A titled block (docs/api/trackers.md §5.2). */
export const fieldset: FieldType = {
  type: 'fieldset',
  ...layoutElement,
  kind: 'container',
  structure: { properties: {} },
}
