import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

export const fieldset: FieldType = { ...layoutElement, layout: 'set' }
