import { hasEmptyElement, hasItems, Type, verbatim } from '../../kit/values/schema.ts'

const anyValue = Type.Optional(Type.Unknown())
const list = Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()]))

/** Texts of test steps; an empty element is an empty text. */
const StepTexts = Type.Object({
  description: Type.String({ format: verbatim }),
  expected_results: Type.String({ format: verbatim }),
})

/** One entry of `values` (docs/api/field-values.md §1); unknown members are ignored. */
export const ValueInput = Type.Object(
  {
    field_id: Type.Integer(),
    value: Type.Optional(Type.Unknown({ ...hasEmptyElement, ...hasItems(StepTexts) })),
    format: anyValue,
    commonmark: anyValue,
    bind_value_ids: list,
    links: list,
    all_links: Type.Optional(
      Type.Union([
        Type.Array(
          Type.Object({
            id: Type.Integer({ minimum: 1 }),
            direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')]),
            type: Type.Optional(Type.Union([Type.String({ minLength: 0 }), Type.Null()])),
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
