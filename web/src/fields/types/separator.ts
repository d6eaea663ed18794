import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

export const separator: FieldType = { ...layoutElement, layout: 'break' }
