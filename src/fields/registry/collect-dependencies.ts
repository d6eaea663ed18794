import type { Dependencies } from '../model/dependencies.ts'
import type { Field, StoredValues } from '../model/field.ts'
import { getFieldType } from './registry.ts'

/** Adds everything that the values of one artifact refer to in these fields. */
export function collectDependencies(fields: readonly Field[], values: StoredValues, into: Dependencies): void {
  for (const field of fields) {
    const value = values[field.id]
    if (value !== undefined && value !== null)
      getFieldType(field.type).storage?.collectDependencies?.(value, field, into)
  }
}
