import type { Static, TSchema } from 'typebox'
import type { SemanticName } from '../model/definition.ts'
import { cardFields } from './card-fields.ts'
import { contributor } from './contributor.ts'
import { description } from './description.ts'
import { done } from './done.ts'
import { initialEffort } from './initial-effort.ts'
import { progress } from './progress.ts'
import type { Semantic } from './semantic.ts'
import { status } from './status.ts'
import { timeframe } from './timeframe.ts'
import { title } from './title.ts'
import { tooltip } from './tooltip.ts'
import { velocity } from './velocity.ts'

/** Every semantic, in the order of archives; a new one is a file of this directory and a line here. */
export const semantics = {
  title,
  description,
  status,
  done,
  contributor,
  initial_effort: initialEffort,
  velocity,
  tooltip,
  timeframe,
  progress,
  plugin_cardwall_card_fields: cardFields,
} satisfies { readonly [Name in SemanticName]-?: Semantic<Name> }

/** The same as a list, for what is common to all of them. */
export const semanticEntries = Object.entries(semantics) as unknown as readonly (readonly [SemanticName, Semantic])[]

type Registry = typeof semantics
/** Semantics that are part of the API (docs/api/trackers.md §3.7). */
export type ApiSemanticName = {
  [Name in SemanticName]: Registry[Name] extends { readonly api: object } ? Name : never
}[SemanticName]
type SchemaOf<Name, Kind extends 'schema' | 'input'> = Name extends SemanticName
  ? Registry[Name] extends { readonly api: { readonly [K in Kind]: infer Schema extends TSchema } }
    ? Static<Schema>
    : never
  : never
export type SemanticMember<Name extends ApiSemanticName> = SchemaOf<Name, 'schema'>
export type SemanticMemberInput<Name extends ApiSemanticName> = SchemaOf<Name, 'input'>

/** In the order of the API. */
export const apiSemantics = semanticEntries
  .flatMap(([name, { api }]) => (api === undefined ? [] : [{ name: name as ApiSemanticName, api }]))
  .toSorted((a, b) => Number(a.api.isLast ?? false) - Number(b.api.isLast ?? false))
