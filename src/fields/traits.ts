import type { FieldType } from './field-type.ts'

type Traits = Pick<FieldType, 'kind' | 'isReadOnly' | 'isAlphanumeric' | 'isAlwaysPresent' | 'isUnique' | 'hasBind'>

/** What people fill in. */
export const ordinaryField: Traits = {
  kind: 'field',
  isReadOnly: false,
  isAlphanumeric: false,
  isAlwaysPresent: false,
  isUnique: false,
  hasBind: false,
}

/** What the product knows by itself: nothing is stored, there always is a value (docs/api/artifacts.md §2.5). */
export const systemField: Traits = { ...ordinaryField, isReadOnly: true, isAlwaysPresent: true }

/** What only arranges the others. */
export const layoutElement: Traits = { ...ordinaryField, kind: 'static', isReadOnly: true }
