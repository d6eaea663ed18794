import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

export const column: FieldType = { ...layoutElement, layout: 'column' }
