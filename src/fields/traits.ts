import type { FieldType } from './field-type.ts'

type FieldTraits = Pick<
  FieldType,
  'kind' | 'isReadOnly' | 'isAlphanumeric' | 'isAlwaysPresent' | 'isUnique' | 'hasBind'
>

/** A field that users fill in. */
export const editableField: FieldTraits = {
  kind: 'field',
  isReadOnly: false,
  isAlphanumeric: false,
  isAlwaysPresent: false,
  isUnique: false,
  hasBind: false,
}

/** A field that the system fills in: nothing is stored, it always has a value (docs/api/artifacts.md §2.5). */
export const systemField: FieldTraits = { ...editableField, isReadOnly: true, isAlwaysPresent: true }

/** An element that only arranges the others. */
export const layoutElement: FieldTraits = { ...editableField, kind: 'static', isReadOnly: true }
