import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Label } from '../model/label.ts'

export const LabelRepresentation = Type.Object(
  { id: Type.Integer(), label: Type.String(), is_outline: Type.Boolean(), color: Type.String() },
  { title: 'Label', additionalProperties: false },
)
export type LabelRepresentation = Static<typeof LabelRepresentation>

/** Serializes a label (docs/api/projects.md §9). */
export const representLabel = ({ id, name, isOutline, color }: Label): LabelRepresentation => ({
  id,
  label: name,
  is_outline: isOutline,
  color,
})
