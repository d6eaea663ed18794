import type { Static } from 'typebox'
import { Type } from '../../kit/schema.ts'
import type { ReadDifference } from '../model/committed.ts'

const DifferenceRepresentation = Type.Object(
  {
    path: Type.String(),
    kind: Type.Union([Type.Literal('directory'), Type.Literal('file')]),
    /** null: its properties alone differ */
    action: Type.Union([Type.Literal('added'), Type.Literal('deleted'), Type.Literal('modified'), Type.Null()]),
    are_properties_changed: Type.Boolean(),
    /** unified; one after the other they are a patch */
    diff: Type.String(),
    /** the end of `diff` is missing */
    is_cut: Type.Boolean(),
    /** why there is no `diff` although the content differs */
    omitted_because: Type.Union([Type.Literal('binary'), Type.Literal('too large'), Type.Null()]),
  },
  { title: 'Difference', additionalProperties: false },
)

/** Our extension. */
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

export const representDifference = (each: ReadDifference): DifferencesRepresentation['differences'][number] => ({
  path: each.path,
  kind: each.kind,
  action: each.action,
  are_properties_changed: each.hasOtherProperties,
  diff: each.text,
  is_cut: each.isCut,
  omitted_because: each.omitted,
})
