import type { Capabilities } from './field-type.ts'

/** A field that users fill in. */
export const editableField: Capabilities = {
  kind: 'field',
  isReadOnly: false,
  isAlphanumeric: false,
  isAlwaysPresent: false,
  isUnique: false,
  hasBind: false,
  isVolatile: false,
  isMovable: true,
  isCreatable: true,
  place: 'column',
  archiveElement: 'formElement',
}

/** A field that the system fills in: nothing is stored, it always has a value (docs/api/artifacts.md §2.5). */
export const systemField: Capabilities = { ...editableField, isReadOnly: true, isAlwaysPresent: true }

/** An element that only arranges the others. */
export const layoutElement: Capabilities = { ...editableField, kind: 'static', isReadOnly: true }
