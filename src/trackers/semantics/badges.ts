import type { FieldId } from '../../kit/values/ids.ts'

/** A field that carries a semantic, or a part of it. */
export const createCarrier = (label: string, field: FieldId | undefined, part = '') => ({
  field,
  description: `This field carries the ${part}"${label}" semantic.`,
})
