import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'

/** A user group by its REST id, or as answers refer to it: then another project's is understood by its short name. */
export const GroupInput = Type.Union([
  Type.String(),
  Type.Integer(),
  Type.Object(
    { id: Type.Union([Type.String(), Type.Integer()]), short_name: Type.Optional(Type.String()) },
    { title: 'UserGroupInput' },
  ),
])
export type GroupInput = Static<typeof GroupInput>
