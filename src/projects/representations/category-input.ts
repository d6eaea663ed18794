import type { Static } from 'typebox'
import { identifier, Type } from '../../kit/values/schema.ts'

/** The members of a category in requests; all are optional in an update. */
export const CategoryInputBody = Type.Object(
  {
    shortname: Type.Optional(Type.String({ minLength: 0, maxLength: 255 })),
    label: Type.Optional(Type.String({ minLength: 0, maxLength: 255 })),
    description: Type.Optional(Type.String({ minLength: 0, maxLength: 10_000 })),
    parent_id: Type.Optional(
      Type.Union([Type.Integer({ format: identifier }), Type.Null()], { description: 'absent or null: a root' }),
    ),
    is_mandatory: Type.Optional(Type.Boolean()),
    max_values: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  { title: 'CategoryInput' },
)

export const readCategoryInput = (body: Static<typeof CategoryInputBody>) => ({
  shortName: body.shortname,
  name: body.label,
  description: body.description,
  parentId: body.parent_id,
  isMandatory: body.is_mandatory,
  maxValues: body.max_values,
})
