import { numberTypes } from './field-types.ts'
import { createFieldArchive, onField } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly velocity?: { readonly field: FieldRef }
  }
}

export const velocity = { ...onField, archive: createFieldArchive(numberTypes) } satisfies Semantic<'velocity'>
