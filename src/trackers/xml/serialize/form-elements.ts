import type { FieldDefinition } from '../../../fields/model/definition.ts'
import { getFieldType } from '../../../fields/registry/registry.ts'
import { serializeFieldProperties } from '../../../fields/registry/serialize-field-properties.ts'
import { buildElement, escapeText, type Markup } from '../../../kit/xml/write.ts'
import { formatFlag } from '../flag.ts'
import type { SerializeContext } from '../serialize-context.ts'
import { buildHolderElement, buildTextElement } from '../xml-elements.ts'
import { writeBind } from './bind.ts'

/** Writes the nested form elements, including unused ones (docs/api/archive-format.md §2.3). */
export const writeFormElements = (fields: readonly FieldDefinition[], context: SerializeContext): readonly Markup[] =>
  buildHolderElement(
    'formElements',
    fields.map((field) => writeFormElement(field, context)),
  )

function writeFormElement(field: FieldDefinition, context: SerializeContext): Markup {
  const { type, key, rank, isUsed, isRequired, hasNotifications } = field
  const properties = serializeFieldProperties(type, field.properties)
  return buildElement(
    getFieldType(type).archiveElement,
    {
      type,
      ID: key,
      rank,
      use_it: isUsed ? undefined : '0',
      required: isRequired ? formatFlag(true) : undefined,
      notifications: hasNotifications ? formatFlag(true) : undefined,
    },
    buildElement('name', {}, escapeText(field.name)),
    buildTextElement('label', field.label),
    ...(field.description === '' ? [] : [buildTextElement('description', field.description)]),
    ...(Object.keys(properties).length === 0 ? [] : [buildElement('properties', properties)]),
    ...(field.bind === null ? [] : [writeBind(field.bind, context)]),
    ...writeFormElements(field.children, context),
  )
}
