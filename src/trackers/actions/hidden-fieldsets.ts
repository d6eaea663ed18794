import { isFieldset } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChildren } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import { assertSimpleMode } from './assert-simple-mode.ts'
import { isUsedField } from './is-used-field.ts'
import type { DefinitionContext, PostActionType } from './post-action-type.ts'
import { createActionError, optionalIds, parseIds } from './read-members.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    readonly hidden_fieldsets: { readonly fieldsets: readonly FieldRef[] }
  }
}

export const hiddenFieldsets = {
  api: {
    type: 'hidden_fieldsets',
    schema: Type.Object(
      { id: Type.Integer(), type: Type.Literal('hidden_fieldsets'), fieldset_ids: Type.Array(Type.Integer()) },
      { additionalProperties: false },
    ),
    represent: ({ fieldsets }) => ({ type: 'hidden_fieldsets', fieldset_ids: [...fieldsets] }),
    parse: (action) => ({ kind: 'hidden_fieldsets', fieldsets: parseIds(action, 'hidden_fieldsets', 'fieldset_ids') }),
    input: { fieldset_ids: optionalIds },
    define: ({ fieldset_ids }: { readonly fieldset_ids?: readonly number[] }, { resolve }: DefinitionContext) => ({
      kind: 'hidden_fieldsets',
      fieldsets: resolve(fieldset_ids),
    }),
  },
  archive: {
    element: 'postaction_hidden_fieldsets',
    read: (action, keys) => ({
      kind: 'hidden_fieldsets',
      fieldsets: findChildren(action, 'fieldset_id').flatMap((element) => keys.field(element) ?? []),
    }),
    write: ({ fieldsets }) =>
      buildElement(
        'postaction_hidden_fieldsets',
        {},
        ...fieldsets.map((key) => buildReferenceElement('fieldset_id', key)),
      ),
  },
  isSimpleOnly: true,
  fieldsOf: ({ fieldsets }) => fieldsets,
  mapFields: ({ fieldsets }, map) => ({ fieldsets: fieldsets.map(map) }),
  check({ kind, fieldsets }, { tracker, workflow }) {
    assertSimpleMode(kind, workflow)
    if (new Set(fieldsets).size < fieldsets.length)
      throw createActionError(message`There should not be duplicate fieldset_ids for 'hidden_fieldsets' actions.`)
    for (const id of fieldsets) {
      if (!isUsedField(tracker, id, isFieldset))
        throw createActionError(message`The fieldset_id value '${id}' does not match a fieldset in use in the tracker.`)
    }
  },
  affectState({ fieldsets }, { hidden }) {
    for (const id of fieldsets) hidden.add(id)
  },
} satisfies PostActionType<'hidden_fieldsets'>
