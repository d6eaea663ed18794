import type { FieldDefinition } from '../../fields/definition.ts'
import type { FieldTypeName } from '../../fields/field.ts'

import { serializeFieldProperties } from '../../fields/serialize-field-properties.ts'
import { element, type Markup, text } from '../../kit/xml/write.ts'
import { writeBind } from './bind.ts'
import { flag } from './flag.ts'
import { held, textIn } from './named.ts'
import type { Surroundings } from './surroundings.ts'

/** The elements of a form, nested as they stand (docs/api/archive-format.md §2.3); unused ones come along. */
export const writeFormElements = (fields: readonly FieldDefinition[], around: Surroundings): readonly Markup[] =>
  held(
    'formElements',
    fields.map((field) => writeOne(field, around)),
  )

/** docs/api/archive-format.md §2.3: what plug-ins of Tuleap brought. */
const externalTypes: ReadonlySet<FieldTypeName> = new Set(['ttmstepdef', 'ttmstepexec'])

function writeOne(field: FieldDefinition, around: Surroundings): Markup {
  const { type, key, rank, isUsed, isRequired, hasNotifications } = field
  const properties = serializeFieldProperties(type, field.properties)
  return element(
    externalTypes.has(type) ? 'externalField' : 'formElement',
    {
      type,
      ID: key,
      rank,
      use_it: isUsed ? undefined : '0',
      required: isRequired ? flag(true) : undefined,
      notifications: hasNotifications ? flag(true) : undefined,
    },
    element('name', {}, text(field.name)),
    textIn('label', field.label),
    ...(field.description === '' ? [] : [textIn('description', field.description)]),
    ...(Object.keys(properties).length === 0 ? [] : [element('properties', properties)]),
    ...(field.bind === null ? [] : [writeBind(field.bind, around)]),
    ...writeFormElements(field.children, around),
  )
}
