import type { Field } from '../field-context.tsx'

/** Members that the entries of all types have. */
export const headOf = <Type extends string>(
  { field_id, label }: Field,
  type: Type,
): { field_id: number; label: string; type: Type } => ({ field_id, label, type })

/** A number among the settings of a field; 0 if it has none. */
export function numberSetting({ specific_properties }: Field, name: string): number {
  const value = Array.isArray(specific_properties) ? undefined : specific_properties[name]
  return Number(value ?? 0) || 0
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
