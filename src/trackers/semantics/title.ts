import { createCarrier } from './badges.ts'
import { titleTypes } from './field-types.ts'
import { createFieldSemantic } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly title?: { readonly field: FieldRef }
  }
}

export const title = {
  ...createFieldSemantic('title', titleTypes),
  badge: { label: 'Title', uses: (semantics) => [createCarrier('Title', semantics.title?.field)] },
} satisfies Semantic<'title'>
