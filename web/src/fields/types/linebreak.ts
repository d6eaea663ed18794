import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

export const linebreak: FieldType = { ...layoutElement, layout: 'break' }
