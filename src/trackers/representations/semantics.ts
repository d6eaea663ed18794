import { Type } from '../../kit/values/schema.ts'
import type { Semantics } from '../model/tracker.ts'
import { type ApiSemanticName, apiSemantics, type SemanticMember } from '../semantics/registry.ts'

export type SemanticsRepresentation = {
  [Name in ApiSemanticName]?: SemanticMember<Name>
}

export const SemanticsRepresentation = Type.Unsafe<SemanticsRepresentation>(
  Type.Object(Object.fromEntries(apiSemantics.map(({ name, api }) => [name, Type.Optional(api.schema)])), {
    additionalProperties: false,
    title: 'Semantics',
  }),
)

/** Every semantic of the API, as the input that stores the same. */
export const representStoredSemantics = (semantics: Semantics): SemanticsRepresentation =>
  Object.fromEntries(
    apiSemantics.flatMap(({ name, api }) => {
      const value = semantics[name]
      return value === undefined ? [] : [[name, (api.representStored ?? api.represent)(value)]]
    }),
  )

/** docs/api/trackers.md §3.7: `semantics` only contains those that the caller can read and that are part of the API. */
export const representSemantics = (semantics: Semantics): SemanticsRepresentation =>
  Object.fromEntries(
    apiSemantics.flatMap(({ name, api }) => {
      const value = semantics[name]
      return value === undefined ? [] : [[name, api.represent(value)]]
    }),
  )
