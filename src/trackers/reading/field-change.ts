import type { Field } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import { Refusal } from '../../kit/refusal.ts'
import { shortNameOf } from '../model/short-name.ts'
import type { Tracker } from '../model/tracker.ts'
import type { Around } from './around.ts'
import { canNotify, readPermissionChange } from './element.ts'
import { readSettings } from './properties.ts'
import type { SentFieldChange } from './sent.ts'

/** docs/api/trackers.md §4.7: name, label and description; null is not said. */
export function withTexts(field: Field, sent: SentFieldChange, tracker: Tracker): Field {
  const name = typeof sent.name === 'string' ? shortNameOf(sent.name) : field.name
  if (name === '') throw new Refusal('invalid', '', { translated: 'Name cannot be empty' })
  if (tracker.fields.some((other) => other.name === name && other.id !== field.id)) {
    const translated = 'Unable to change the name of the element, it is already in use by another one'
    throw new Refusal('invalid', '', { translated })
  }
  const label = sent.label ?? field.label
  if (sent.label === '') throw new Refusal('invalid', '', { translated: 'Label cannot be empty' })
  return { ...field, name, label, description: sent.description ?? field.description }
}

/** Our further keys, save those of lists (bind-change.ts). */
export function withSettings(field: Field, sent: SentFieldChange, around: Around): Field {
  const { problems } = around
  const { kind, isReadOnly } = fieldType(field.type)
  if (sent.is_required === true && (kind !== 'field' || isReadOnly)) {
    problems.add(`An element of type ${field.type} cannot be required.`)
  }
  if (sent.has_notifications === true && !canNotify(field.type))
    problems.add('Only people chosen in a list can be notified.')
  return {
    ...field,
    isRequired: sent.is_required ?? field.isRequired,
    hasNotifications: sent.has_notifications ?? field.hasNotifications,
    properties:
      sent.specific_properties === undefined
        ? field.properties
        : readSettings(field.type, sent.specific_properties, field.properties, problems),
    permissions:
      sent.permissions_for_groups === undefined
        ? field.permissions
        : readPermissionChange(field.type, field.permissions, sent.permissions_for_groups, around),
  }
}
