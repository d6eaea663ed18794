import { effortTypes } from './field-types.ts'
import { createFieldApi, onField } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly initial_effort?: { readonly field: FieldRef }
  }
}

export const initialEffort = {
  ...onField,
  api: { ...createFieldApi('initial_effort', effortTypes), isLast: true },
} satisfies Semantic<'initial_effort'>
