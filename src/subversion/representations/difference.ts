import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { DifferenceText } from '../model/browser-types.ts'

const DifferenceRepresentation = Type.Object(
  {
    path: Type.String(),
    kind: Type.Union([Type.Literal('directory'), Type.Literal('file')]),
    /** null: only its properties differ */
    action: Type.Union([Type.Literal('added'), Type.Literal('deleted'), Type.Literal('modified'), Type.Null()]),
    are_properties_changed: Type.Boolean(),
    /** unified diff; concatenated, they form a patch */
    diff: Type.String(),
    /** whether `diff` is truncated */
    is_cut: Type.Boolean(),
    /** reason for a missing `diff` although the content differs */
    omitted_because: Type.Union([Type.Literal('binary'), Type.Literal('too large'), Type.Null()]),
  },
  { title: 'Difference', additionalProperties: false },
)

/** Tulipwood extension. */
export const DifferencesRepresentation = Type.Object(
  {
    path: Type.String(),
    from: Type.Integer(),
    to: Type.Integer(),
    differences: Type.Array(DifferenceRepresentation),
  },
  { title: 'Differences', additionalProperties: false },
)
export type DifferencesRepresentation = Static<typeof DifferencesRepresentation>

export const representDifference = (each: DifferenceText): DifferencesRepresentation['differences'][number] => ({
  path: each.path,
  kind: each.kind,
  action: each.action,
  are_properties_changed: each.hasOtherProperties,
  diff: each.text,
  is_cut: each.isTruncated,
  omitted_because: each.omitted,
})
