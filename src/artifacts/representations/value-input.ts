import { hasEmptyElement, hasShape, identifier, Type, verbatim } from '../../kit/values/schema.ts'

const anyValue = Type.Optional(Type.Unknown())
const list = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]))

/** In XML, an empty element is an empty text. */
const emptyText = Type.String({ minLength: 0, format: verbatim })

/** Values with members: a text with its format, the groups of a permissions field, and test steps. */
const ValueShape = Type.Union([
  Type.Object({ content: emptyText, granted_groups: list }),
  Type.Array(Type.Object({ description: emptyText, expected_results: emptyText })),
])

/** One entry of `values` (docs/api/field-values.md §1); unknown members are ignored. */
export const ValueInput = Type.Object(
  {
    field_id: Type.Integer({ format: identifier }),
    value: Type.Optional(Type.Unknown({ ...hasEmptyElement, ...hasShape(ValueShape) })),
    format: anyValue,
    commonmark: anyValue,
    bind_value_ids: list,
    links: list,
    all_links: Type.Optional(
      Type.Union([
        Type.Array(
          Type.Object({
            id: Type.Integer({ minimum: 1, format: identifier }),
            direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')]),
            type: Type.Optional(Type.Union([emptyText, Type.Null()])),
          }),
        ),
        Type.Null(),
      ]),
    ),
    parent: anyValue,
    is_autocomputed: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    manual_value: anyValue,
  },
  { title: 'FieldValueInput' },
)
