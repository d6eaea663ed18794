import type { Static } from 'typebox'
import { identifier, Type } from '../../kit/values/schema.ts'
import { postActionTypes } from '../actions/registry.ts'
import { conditionEntries } from '../conditions/registry.ts'
import { maxWorkLimit } from '../model/work-limit.ts'
import { buildTrackerPermissions } from '../permissions/tracker-access.ts'
import { ruleEntries } from '../rules/registry.ts'
import { type ApiSemanticName, apiSemantics, type SemanticMemberInput } from '../semantics/registry.ts'
import { GroupInput } from './group-input.ts'
import { markIdentifiers } from './mark-identifiers.ts'
import { TrackerReferenceInput } from './tracker-reference.ts'

// Input to create and change trackers: the shapes of GET /trackers/{id} (docs/api/trackers.md §3), where few members
// are required and unknown ones are ignored.

const optional = {
  id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  /** Of what exists, or of another part of the definition. */
  reference: Type.Optional(Type.Union([Type.Integer({ format: identifier }), Type.Null()])),
  text: Type.Optional(Type.String()),
  flag: Type.Optional(Type.Boolean()),
}

const groups = Type.Optional(Type.Array(GroupInput))

export const FieldPermissionsInput = Type.Object(
  { can_read: groups, can_submit: groups, can_update: groups },
  { title: 'FieldPermissionsInput' },
)
export type FieldPermissionsInput = Static<typeof FieldPermissionsInput>

export const TrackerPermissionsInput = Type.Object(
  buildTrackerPermissions(() => groups),
  { title: 'TrackerPermissionsInput' },
)
export type TrackerPermissionsInput = Static<typeof TrackerPermissionsInput>

/** A value of a list; those bound to groups have an `ugroup_reference`, or are one. */
export const ListValueInput = Type.Object(
  {
    id: Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()])),
    label: optional.text,
    description: optional.text,
    is_hidden: optional.flag,
    is_default: optional.flag,
    value_color: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    work_limit: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: maxWorkLimit }), Type.Null()], {
        description: 'How many artifacts should have the value at most, a hint of boards; null: no limit.',
      }),
    ),
    short_name: optional.text,
    ugroup_reference: Type.Optional(GroupInput),
  },
  { title: 'ChoiceInput' },
)
export type ListValueInput = Static<typeof ListValueInput>

export const BindingsInput = Type.Object(
  {
    type: Type.Optional(
      Type.Union([Type.Literal('static'), Type.Literal('users'), Type.Literal('ugroups'), Type.Null()]),
    ),
    list: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Union([Type.Integer(), Type.String()]),
          label: optional.text,
          is_hidden: optional.flag,
          is_default: optional.flag,
        }),
      ),
    ),
    is_alphabetical: optional.flag,
  },
  { title: 'BindingsInput' },
)
export type BindingsInput = Static<typeof BindingsInput>

const element = {
  field_id: optional.id,
  name: optional.text,
  label: optional.text,
  description: optional.text,
  type: Type.String(),
  required: optional.flag,
  has_notifications: optional.flag,
  is_used: optional.flag,
  // For users and permissions on artifacts responses contain an object instead of a list.
  values: Type.Optional(Type.Union([Type.Array(ListValueInput), Type.Object({}), Type.Null()])),
  bindings: Type.Optional(BindingsInput),
  /** Only for lists; other types have it in `specific_properties`. */
  default_value: Type.Optional(Type.Unknown()),
  specific_properties: Type.Optional(Type.Unknown()),
  permissions_for_groups: Type.Optional(Type.Union([FieldPermissionsInput, Type.Null()])),
}

/** Far more elements than a form can have. */
export const maxElements = 1000

export const ElementInput = Type.Object(element, { title: 'FormElementInput' })
export type ElementInput = Static<typeof ElementInput>

/** An element for an existing tracker. */
export const NewElementInput = Type.Object(
  { ...element, parent_id: optional.reference, next_sibling_id: optional.reference },
  { title: 'NewFormElement' },
)
export type NewElementInput = Static<typeof NewElementInput>

export type SemanticsInput = {
  [Name in ApiSemanticName]?: SemanticMemberInput<Name> | null
}
export const SemanticsInput = Type.Unsafe<SemanticsInput>(
  Type.Object(
    Object.fromEntries(
      apiSemantics.map(({ name, api }) => [name, Type.Optional(Type.Union([api.input, Type.Null()]))]),
    ),
    { title: 'SemanticsInput' },
  ),
)

/** In the shape of GET /tracker_workflow_transitions/{id}/actions. */
export interface ActionInput {
  readonly type: string
  readonly field_id?: number | null
}
export const ActionInput = Type.Unsafe<ActionInput>(
  Type.Object(Object.assign({ type: Type.String() }, ...postActionTypes.map(({ api }) => api.input)), {
    title: 'TransitionActionInput',
  }),
)

const conditionInputs = Object.fromEntries(conditionEntries.map(([, { api }]) => [api.name, Type.Optional(api.input)]))

/** A replacement of all conditions, with the members of GET /tracker_workflow_transitions/{id}. */
export const ReplacedConditions = Type.Object(
  markIdentifiers(Object.fromEntries(conditionEntries.map(([, { api }]) => [api.name, api.schema]))),
)

/** With the members of GET /tracker_workflow_transitions/{id}, all optional. */
export const TransitionInput = Type.Object(
  {
    from_id: optional.reference,
    to_id: Type.Integer({ format: identifier }),
    ...conditionInputs,
    actions: Type.Optional(Type.Array(ActionInput)),
  },
  { title: 'TransitionInput' },
)
export type TransitionInput = Static<typeof TransitionInput>

/** Far more rules than a user can maintain, also of lists with many values. */
const maxRules = 10_000

/** `workflow.rules` of a definition; the kinds are those of the registry. */
export const RulesInput = Type.Object(
  Object.fromEntries(
    ruleEntries.map(([name, { api }]) => [
      name,
      Type.Optional(Type.Array(Type.Object(markIdentifiers(api.properties)), { maxItems: maxRules })),
    ]),
  ),
  { title: 'RulesInput' },
)
export type RulesInput = Static<typeof RulesInput>

const ListValueReference = Type.Object(
  { field_id: Type.Integer({ format: identifier }), value_id: Type.Integer({ format: identifier }) },
  { title: 'ListValueReferenceInput' },
)

/** Triggers of a parent by its children, in the shape of GET /trackers/{id}/triggers. */
export const TriggersInput = Type.Array(
  Type.Object(
    {
      condition: Type.Union([Type.Literal('at_least_one'), Type.Literal('all_of')]),
      target: ListValueReference,
      triggers: Type.Array(ListValueReference, { minItems: 1, maxItems: 100 }),
    },
    { title: 'TriggerInput' },
  ),
  { title: 'TriggersInput', maxItems: 100 },
)
export type TriggersInput = Static<typeof TriggersInput>

export const WorkflowInput = Type.Object(
  {
    field_id: optional.reference,
    is_used: Type.Optional(Type.Union([Type.String(), Type.Boolean()])),
    is_legacy: optional.flag,
    is_advanced: optional.flag,
    rules: Type.Optional(RulesInput),
    transitions: Type.Optional(Type.Array(TransitionInput)),
  },
  { title: 'WorkflowInput' },
)
export type WorkflowInput = Static<typeof WorkflowInput>

export const TrackerSettingsInput = Type.Object(
  {
    label: optional.text,
    item_name: optional.text,
    description: optional.text,
    color_name: optional.text,
    parent_id: optional.reference,
    notifications_level: Type.Optional(
      Type.Union([Type.Literal('all'), Type.Literal('disabled'), Type.Literal('status_changes')]),
    ),
    allows_copy: optional.flag,
    allows_move: optional.flag,
    has_email_gateway: optional.flag,
    is_copied_with_project: optional.flag,
    is_promoted: optional.flag,
    logs_rank_changes: optional.flag,
    requires_preconditions: optional.flag,
    sends_calendar_events: optional.flag,
    uses_private_comments: optional.flag,
    submit_instructions: optional.text,
    browse_instructions: optional.text,
  },
  { title: 'TrackerSettingsInput' },
)
export type TrackerSettingsInput = Static<typeof TrackerSettingsInput>

export const TrackerDefinitionInput = Type.Object(
  {
    label: optional.text,
    item_name: optional.text,
    description: optional.text,
    color_name: optional.text,
    fields: Type.Optional(Type.Array(ElementInput, { maxItems: maxElements })),
    // Trees of any depth: read by hand.
    structure: Type.Optional(Type.Array(Type.Unknown())),
    semantics: Type.Optional(SemanticsInput),
    workflow: Type.Optional(Type.Union([WorkflowInput, Type.Null()])),
    permissions_for_groups: Type.Optional(Type.Union([TrackerPermissionsInput, Type.Null()])),
    parent: Type.Optional(Type.Union([TrackerReferenceInput, Type.Null()])),
    notifications: Type.Optional(Type.Object({ enabled: optional.flag })),
    settings: Type.Optional(TrackerSettingsInput),
  },
  { title: 'TrackerDefinition' },
)
export type TrackerDefinitionInput = Static<typeof TrackerDefinitionInput>

/** docs/api/trackers.md §4.7, and from `is_required` on the Tulipwood extension. */
export const FieldChangeInput = Type.Object(
  {
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    label: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    use_it: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    new_values: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    move: Type.Optional(
      Type.Union([Type.Object({ parent_id: optional.reference, next_sibling_id: optional.reference }), Type.Null()]),
    ),
    is_required: optional.flag,
    has_notifications: optional.flag,
    specific_properties: Type.Optional(Type.Unknown()),
    permissions_for_groups: Type.Optional(FieldPermissionsInput),
    values: Type.Optional(Type.Array(ListValueInput)),
    bindings: Type.Optional(BindingsInput),
    default_value: Type.Optional(Type.Unknown()),
  },
  { title: 'FormElementUpdate' },
)
export type FieldChangeInput = Static<typeof FieldChangeInput>
