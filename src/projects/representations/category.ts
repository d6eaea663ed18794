import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { CategoryChoice, CategoryTree } from '../model/categories.ts'

const value = {
  id: Type.Integer(),
  shortname: Type.String(),
  label: Type.String(),
  description: Type.String(),
  values: Type.Array(Type.Unknown(), { description: 'values below this one, recursively' }),
}

export const CategoryRepresentation = Type.Object(
  {
    ...value,
    is_mandatory: Type.Optional(Type.Boolean({ description: 'only for roots' })),
    max_values: Type.Optional(Type.Integer({ description: 'how many values a project may choose; only for roots' })),
  },
  { title: 'Category', additionalProperties: false },
)
export type CategoryRepresentation = Static<typeof CategoryRepresentation>

/** Serializes a category (docs/api/projects.md §10). */
export const representCategory = (tree: CategoryTree): CategoryRepresentation => ({
  id: tree.id,
  shortname: tree.shortName,
  label: tree.name,
  description: tree.description,
  ...(tree.parentId === null ? { is_mandatory: tree.isMandatory, max_values: tree.maxValues } : {}),
  values: tree.values.map(representCategory),
})

export const CategoryChoiceRepresentation = Type.Object(
  { category_id: Type.Integer(), value_id: Type.Integer() },
  { title: 'CategoryChoice', additionalProperties: false },
)

export const representChoice = ({
  categoryId,
  valueId,
}: CategoryChoice): Static<typeof CategoryChoiceRepresentation> => ({ category_id: categoryId, value_id: valueId })
