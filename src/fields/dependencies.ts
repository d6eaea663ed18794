import type { ArtifactId, FileId, UserId } from '../kit/ids.ts'
import type { Field, StoredValues } from './field.ts'
import { fieldType } from './registry.ts'

/** What stored values speak of, gathered over a page and loaded at once. */
export interface Dependencies {
  readonly users: Set<UserId>
  readonly files: Set<FileId>
  readonly artifacts: Set<ArtifactId>
  readonly openValues: Set<number>
}

export const noDependencies = (): Dependencies => ({
  users: new Set(),
  files: new Set(),
  artifacts: new Set(),
  openValues: new Set(),
})

/** Adds what the values of one artifact speak of in these fields. */
export function gatherDependencies(fields: readonly Field[], values: StoredValues, into: Dependencies): void {
  for (const field of fields) {
    const value = values[field.id]
    if (value !== undefined && value !== null) fieldType(field.type).storage?.dependencies?.(value, field, into)
  }
}
