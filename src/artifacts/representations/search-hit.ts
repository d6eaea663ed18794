import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { SearchHit } from '../model/search-hit.ts'
import { ArtifactRepresentation } from './artifact.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const Part = Type.Object(
  {
    field: nullable(Type.Object({ field_id: Type.Integer(), label: Type.String() }, { additionalProperties: false })),
    changeset_id: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the comment it is, if it is one.' }),
    text: Type.String({ description: 'Plain text; escape it to show it in HTML.' }),
    hits: Type.Array(Type.Object({ at: Type.Integer(), length: Type.Integer() }, { additionalProperties: false }), {
      description: 'Places in `text`, counted in units of UTF-16.',
    }),
    is_cut_before: Type.Boolean(),
    is_cut_after: Type.Boolean(),
  },
  { title: 'SearchExcerpt', additionalProperties: false },
)

export const SearchHitRepresentation = Type.Object(
  {
    artifact: ArtifactRepresentation,
    found_in: Type.Enum(['titles', 'texts', 'comments'], { description: 'How far one must look to find all words.' }),
    parts: Type.Array(Part),
  },
  { title: 'SearchHit', additionalProperties: false },
)
export type SearchHitRepresentation = Static<typeof SearchHitRepresentation>

const rankNames = { 0: 'titles', 1: 'texts', 2: 'comments' } as const

/** The members next to the artifact, which is already JSON text. */
export const representSearchHit = ({ matchRank: place, parts }: SearchHit) => ({
  found_in: rankNames[place],
  parts: parts.map(({ field, changesetId, text, hits, isCutBefore, isCutAfter }) => ({
    field: field === null ? null : { field_id: field.id, label: field.label },
    changeset_id: changesetId,
    text,
    hits,
    is_cut_before: isCutBefore,
    is_cut_after: isCutAfter,
  })),
})
