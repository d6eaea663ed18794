import type { Static } from 'typebox'
import type { ValueEntry } from '../../fields/field-type/field-type.ts'
import type { Field, FieldTypeName } from '../../fields/model/field.ts'
import { holdsLinks, holdsText } from '../../fields/registry/capabilities.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { ValueEntrySchema } from '../../fields/registry/value-schema.ts'
import { Type } from '../../kit/values/schema.ts'
import type { RenderContext } from './render-context.ts'

const StoredText = Type.Object(
  {
    field_id: Type.Integer(),
    label: Type.String(),
    type: Type.Literal('text'),
    value: Type.String({ description: 'As stored, not rendered.' }),
    format: Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')]),
  },
  { title: 'StoredText', additionalProperties: false },
)
const EntryOrNull = Type.Union([StoredText, ValueEntrySchema, Type.Null()])

export const ValueChangeRepresentation = Type.Object(
  {
    field_id: Type.Integer(),
    label: Type.String(),
    type: Type.Unsafe<FieldTypeName>(Type.String()),
    before: EntryOrNull,
    after: EntryOrNull,
  },
  { title: 'ValueChange', additionalProperties: false },
)
type ValueChangeRepresentation = Static<typeof ValueChangeRepresentation>

/** Tulipwood extension: what a changeset changed in these fields (docs/api/extensions.md §3). */
export const representValueChanges = (
  fields: readonly Field[],
  before: RenderContext,
  after: RenderContext,
): ValueChangeRepresentation[] =>
  fields.flatMap((field) => {
    const [from, to] = [representEntry(field, before), representEntry(field, after)]
    // Equal, for example, if only a link to an artifact changed that the viewer does not see.
    if (JSON.stringify(from) === JSON.stringify(to)) return []
    return [{ field_id: field.id, label: field.label, type: field.type, before: from, after: to }]
  })

function representEntry(field: Field, { artifact, presenting }: RenderContext): ValueChangeRepresentation['after'] {
  // No links are equal to links that the viewer does not see.
  const value = artifact.values[field.id] ?? (holdsLinks(field) ? [] : undefined)
  if (value === undefined) return null
  if (holdsText(field)) {
    const [text] = getFieldType(field.type).storage?.texts?.(value) ?? []
    if (text === undefined) return null
    return { field_id: field.id, label: field.label, type: 'text', value: text.content, format: text.format }
  }
  // Links from other artifacts are not part of the history.
  const context = { ...presenting, artifact: { ...presenting.artifact, reverseLinks: [] } }
  const entry: ValueEntry | undefined = getFieldType(field.type).present?.(value, field, context)
  // The tests check values of field types against the schema in every response.
  return entry === undefined ? null : (entry as ValueChangeRepresentation['after'])
}
