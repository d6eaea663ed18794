import { effortTypes } from './field-types.ts'
import { createFieldSemantic } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly initial_effort?: { readonly field: FieldRef }
  }
}

const effort = createFieldSemantic('initial_effort', effortTypes)

export const initialEffort = {
  ...effort,
  api: { ...effort.api, isLast: true },
} satisfies Semantic<'initial_effort'>
