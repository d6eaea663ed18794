import { isAlwaysReadable } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChildren } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import { assertSimpleMode } from './assert-simple-mode.ts'
import type { CheckedActions, DefinitionContext, PostActionType } from './post-action-type.ts'
import { createActionError, optionalIds, parseIds } from './read-members.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    readonly frozen_fields: { readonly fields: readonly FieldRef[] }
  }
}

const distinct = <FieldRef>(fields: readonly FieldRef[]): FieldRef[] => [...new Set(fields)]

export const frozenFields = {
  api: {
    type: 'frozen_fields',
    schema: Type.Object(
      { id: Type.Integer(), type: Type.Literal('frozen_fields'), field_ids: Type.Array(Type.Integer()) },
      { additionalProperties: false },
    ),
    represent: ({ fields }) => ({ type: 'frozen_fields', field_ids: [...fields] }),
    parse: (action) => ({ kind: 'frozen_fields', fields: distinct(parseIds(action, 'frozen_fields', 'field_ids')) }),
    input: { field_ids: optionalIds },
    define: ({ field_ids }: { readonly field_ids?: readonly number[] }, { resolve }: DefinitionContext) => ({
      kind: 'frozen_fields',
      fields: distinct(resolve(field_ids)),
    }),
  },
  archive: {
    element: 'postaction_frozen_fields',
    read: (action, keys) => ({
      kind: 'frozen_fields',
      fields: distinct(findChildren(action, 'field_id').flatMap((element) => keys.field(element) ?? [])),
    }),
    write: ({ fields }) =>
      buildElement('postaction_frozen_fields', {}, ...fields.map((key) => buildReferenceElement('field_id', key))),
  },
  isSimpleOnly: true,
  fieldsOf: ({ fields }) => fields,
  mapFields: ({ fields }, map) => ({ fields: fields.map(map) }),
  check({ kind, fields }, checked) {
    assertSimpleMode(kind, checked.workflow)
    for (const field of fields) checkFrozenField(field, checked)
  },
  affectState({ fields }, { frozen }) {
    for (const id of fields) frozen.add(id)
  },
} satisfies PostActionType<'frozen_fields'>

function checkFrozenField(id: FieldId, { tracker: { fieldById, rules }, workflow }: CheckedActions): void {
  const field = fieldById.get(id)
  if (!field?.isUsed || isAlwaysReadable(field.type))
    throw createActionError(message`The field_id value '${id}' does not match a field in use in the tracker.`)
  if (id === workflow.field)
    throw createActionError(
      message`The field '${id}' is used for the workflow and cannot be defined in frozen fields actions.`,
    )
  if (rules.lists.some(({ source, target }) => source === id || target === id))
    throw createActionError(message`The field_id value '${id}' is used in a field dependency in the tracker.`)
}
