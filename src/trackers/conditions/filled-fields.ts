import { isAlwaysReadable } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { findChildren } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import type { Condition, ConditionResolvers, ReplacedTransition } from './condition.ts'
import { createNotUpdatedError } from './not-updated-error.ts'

declare module '../model/definition.ts' {
  interface ConditionsBy<FieldRef> {
    readonly notEmptyFields: readonly FieldRef[]
  }
}

export const filledFields = {
  label: message`fields required by the transition`,
  initial: [],
  api: {
    name: 'not_empty_field_ids',
    schema: Type.Array(Type.Integer()),
    represent: (fields) => [...fields],
    /** Used fields of the tracker; what only arranges them can be neither full nor empty. */
    parse: (input: readonly number[], { tracker }: ReplacedTransition) =>
      [...new Set(input)].map((id) => {
        // Untrusted id; validated by the lookup.
        const field = tracker.fieldById.get(id as FieldId)
        if (!field?.isUsed || isAlwaysReadable(field.type)) throw createNotUpdatedError()
        return field.id
      }),
    input: Type.Array(Type.Integer({ format: identifier })),
    define: (input: readonly number[], { fields }: ConditionResolvers) => fields(input),
  },
  archive: {
    type: 'notempty',
    read: (elements, _owner, keys) => [
      ...new Set(
        elements.flatMap((element) => findChildren(element, 'field').flatMap((each) => keys.field(each) ?? [])),
      ),
    ],
    write: (fields) =>
      fields.length === 0
        ? []
        : [
            buildElement(
              'condition',
              { type: 'notempty' },
              ...fields.map((key) => buildReferenceElement('field', key)),
            ),
          ],
  },
  rows: { table: 'transition_field', column: 'field_id' },
  fieldsOf: (fields) => fields,
  mapReferences: (fields, map) => fields.map(map.field),
  findProblems: (fields, { tracker, before, changed, isEmpty, named }) =>
    fields.flatMap((id) => {
      const field = tracker.fieldById.get(id)
      if (field === undefined || !field.isUsed) return []
      const value = changed[id] === undefined ? before?.[id] : changed[id]
      if (!isEmpty(field, value)) return []
      const { label, name } = named(field)
      // wire text: the missing space is Tuleap's, and clients match this text.
      return [message`Invalid condition: the field '${label} (${name})'must not be empty`]
    }),
} satisfies Condition<'notEmptyFields'>
