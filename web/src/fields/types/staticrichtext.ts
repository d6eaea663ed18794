import type { FieldType } from '../field-type.ts'
import { layoutElement } from '../traits.ts'

export const staticrichtext: FieldType = { ...layoutElement, layout: 'text', section: 'texts' }
