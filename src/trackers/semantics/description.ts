import { createCarrier } from './badges.ts'
import { textTypes } from './field-types.ts'
import { createFieldSemantic } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly description?: { readonly field: FieldRef }
  }
}

export const description = {
  ...createFieldSemantic('description', textTypes),
  badge: { label: 'Description', uses: (semantics) => [createCarrier('Description', semantics.description?.field)] },
} satisfies Semantic<'description'>
