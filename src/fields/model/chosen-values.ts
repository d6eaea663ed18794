import type { StoredValues } from './field.ts'

/**
 * Returns the ids of the values that a list field holds. A field that is no list holds none: older versions imported
 * rules and workflows of text fields, which `doctor` names.
 */
export function getChosenValues(values: StoredValues, field: number): readonly number[] {
  const chosen = values[field]
  // Open lists hold texts.
  return Array.isArray(chosen) ? chosen.filter((id) => typeof id === 'number') : []
}
