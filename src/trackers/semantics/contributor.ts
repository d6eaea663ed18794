import { createCarrier } from './badges.ts'
import { userListTypes } from './field-types.ts'
import { createFieldSemantic } from './on-field.ts'
import type { Semantic } from './semantic.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    readonly contributor?: { readonly field: FieldRef }
  }
}

const label = 'Contributor/assignee'

export const contributor = {
  ...createFieldSemantic('contributor', userListTypes, 'users'),
  badge: { label, uses: (semantics) => [createCarrier(label, semantics.contributor?.field)] },
} satisfies Semantic<'contributor'>
