import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'

/** Result for one artifact of a bulk change (decision 23). */
export const ChangeResultRepresentation = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    outcome: Type.Union([Type.Literal('changed'), Type.Literal('unchanged'), Type.Literal('refused')]),
    status: Type.Integer({ description: 'As PUT /artifacts/{id} would have answered.' }),
    etag: Type.Union([Type.String(), Type.Null()], { description: 'Of the version there is now.' }),
    error: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  },
  { title: 'ArtifactChangeResult', additionalProperties: false },
)
export type ChangeResultRepresentation = Static<typeof ChangeResultRepresentation>

export const ChangesRepresentation = Type.Object(
  {
    dry_run: Type.Boolean(),
    total: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer(),
    results: Type.Array(ChangeResultRepresentation),
  },
  { title: 'ArtifactChangeResults', additionalProperties: false },
)
export type ChangesRepresentation = Static<typeof ChangesRepresentation>

export function representChanges(
  results: readonly ChangeResultRepresentation[],
  isDryRun: boolean,
): ChangesRepresentation {
  const count = (outcome: ChangeResultRepresentation['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length
  return {
    dry_run: isDryRun,
    total: results.length,
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    results: [...results],
  }
}
