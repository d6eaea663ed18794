import type { FieldType } from './field-type.ts'

type FieldTraits = Pick<
  FieldType,
  'kind' | 'isReadOnly' | 'isAlphanumeric' | 'isAlwaysPresent' | 'isUnique' | 'hasBind'
>

/** What people fill in. */
export const editableField: FieldTraits = {
  kind: 'field',
  isReadOnly: false,
  isAlphanumeric: false,
  isAlwaysPresent: false,
  isUnique: false,
  hasBind: false,
}

/** What the product knows by itself: nothing is stored, there always is a value (docs/api/artifacts.md §2.5). */
export const systemField: FieldTraits = { ...editableField, isReadOnly: true, isAlwaysPresent: true }

/** What only arranges the others. */
export const layoutElement: FieldTraits = { ...editableField, kind: 'static', isReadOnly: true }
