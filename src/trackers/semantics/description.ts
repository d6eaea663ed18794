import { createCarrier } from './badges.ts'
import { textTypes } from './field-types.ts'
import { createFieldApi, onField } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly description?: { readonly field: FieldRef }
  }
}

export const description = {
  ...onField,
  api: createFieldApi('description', textTypes),
  badge: { label: 'Description', uses: (semantics) => [createCarrier('Description', semantics.description?.field)] },
} satisfies Semantic<'description'>
