import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { FieldSum } from '../model/summand.ts'

export const FieldSumRepresentation = Type.Object(
  {
    field_id: Type.Integer(),
    sum: Type.Union([Type.Number(), Type.Null()], {
      description: 'Rounded to 10 decimals; null: no matching artifact has a number in the field.',
    }),
  },
  { title: 'FieldSum', additionalProperties: false },
)

export const representFieldSum = ({ fieldId, sum }: FieldSum): Static<typeof FieldSumRepresentation> => ({
  field_id: fieldId,
  sum,
})
