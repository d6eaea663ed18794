import { onField } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly velocity?: { readonly field: FieldRef }
  }
}

export const velocity = onField satisfies Semantic<'velocity'>
