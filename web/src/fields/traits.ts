import type { FieldType } from './field-type.ts'

/** A field that users fill in, one short value. */
export const editableField: FieldType = {
  section: 'properties',
  isSetBySystem: false,
  isEmpty: (entry) => 'value' in entry && (entry.value === null || entry.value === ''),
  column: 'usual',
  needsLabel: false,
  isSortable: false,
  editIcon: 'edit',
  isWide: false,
  isBulkEditable: true,
}

/** A field that the site sets. */
export const systemField: FieldType = { ...editableField, isSetBySystem: true }

/** A number, right-aligned in tables. */
export const numberField = { ...editableField, column: 'number', needsLabel: true } as const

/** An element that only arranges others. */
export const layoutElement: FieldType = { ...editableField, column: 'none' }
