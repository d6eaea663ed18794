import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { toShortName } from '../model/short-name.ts'
import type { Tracker } from '../model/tracker.ts'
import { checkLabel, checkNameLength } from './check-texts.ts'
import { canNotify, parsePermissionChange } from './element.ts'
import type { FieldChangeInput } from './input-schemas.ts'
import type { Problems } from './problems.ts'
import type { ProjectContext } from './project-context.ts'
import { parseProperties } from './properties.ts'

/** docs/api/trackers.md §4.7: name, label and description; null counts as missing. */
export function changeTexts(field: Field, input: FieldChangeInput, tracker: Tracker, problems: Problems): Field {
  const name = typeof input.name === 'string' ? toShortName(input.name) : field.name
  if (name === '') throw new Refusal('invalid', '', { translated: message`Name cannot be empty` })
  if (tracker.fields.some((other) => other.name === name && other.id !== field.id)) {
    const translated = message`Unable to change the name of the element, it is already in use by another one`
    throw new Refusal('invalid', '', { translated })
  }
  const label = input.label ?? field.label
  if (input.label === '') throw new Refusal('invalid', '', { translated: message`Label cannot be empty` })
  if (name !== field.name) checkNameLength(name, problems)
  checkLabel(input.label ?? '', problems)
  return { ...field, name, label, description: input.description ?? field.description }
}

/** Keys of the Tulipwood extension, except those of lists (bind-change.ts). */
export function changeFieldSettings(field: Field, input: FieldChangeInput, context: ProjectContext): Field {
  const { problems } = context
  const { kind, isReadOnly } = getFieldType(field.type)
  if (input.is_required === true && (kind !== 'field' || isReadOnly)) {
    problems.add(message`An element of type ${field.type} cannot be required.`)
  }
  if (input.has_notifications === true && !canNotify(field.type))
    problems.add(message`Only fields with users can send notifications.`)
  return {
    ...field,
    isRequired: input.is_required ?? field.isRequired,
    hasNotifications: input.has_notifications ?? field.hasNotifications,
    properties:
      input.specific_properties === undefined
        ? field.properties
        : parseProperties(field.type, input.specific_properties, field.properties, problems),
    permissions:
      input.permissions_for_groups === undefined
        ? field.permissions
        : parsePermissionChange(field.type, field.permissions, input.permissions_for_groups, context),
  }
}
