import type { FieldDefinition } from '../../fields/model/definition.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'

/**
 * A whole tracker before it has ids, from an archive, a template or a JSON definition. Fields, values and containers
 * have keys that are unique among the trackers created together; `user:103` is a user in a list bound to users. User
 * groups are already those of the project.
 */
export interface TrackerDefinition {
  /** Identifies the tracker among those created together (`T12` in an archive). */
  readonly key: string
  readonly parentKey: string | null
  readonly name: string
  readonly itemName: string
  readonly description: string
  readonly color: string
  readonly options: TrackerOptions
  readonly cannedResponses: readonly { readonly title: string; readonly body: string }[]
  readonly fields: readonly FieldDefinition[]
  readonly semantics: SemanticDefinitions
  readonly rules: RulesOf<string, string | null>
  readonly reports: readonly ReportDefinition[]
  readonly workflow: WorkflowDefinition | null
  readonly webhooks: readonly string[]
  readonly permissions: readonly { readonly permission: TrackerPermission; readonly group: UserGroupId }[]
}

/** docs/api/archive-format.md §2.2; `isCopiedWithProject`: copied when the project is used as a template. */
export interface TrackerOptions {
  readonly allowsCopy: boolean
  readonly hasEmailGateway: boolean
  readonly isCopiedWithProject: boolean
  readonly logsRankChanges: boolean
  /** 0 all, 1 disabled, 2 status changes only */
  readonly notificationsLevel: 0 | 1 | 2
  readonly isPromoted: boolean
  readonly usesPrivateComments: boolean
  readonly sendsCalendarEvents: boolean
  readonly allowsMove: boolean
  /** Writes without a version are rejected with 428; Tulipwood extension. */
  readonly requiresPreconditions: boolean
  readonly submitInstructions: string
  readonly browseInstructions: string
}

export const defaultOptions: TrackerOptions = {
  allowsCopy: true,
  hasEmailGateway: false,
  isCopiedWithProject: false,
  logsRankChanges: false,
  notificationsLevel: 0,
  isPromoted: false,
  usesPrivateComments: true,
  sendsCalendarEvents: false,
  allowsMove: true,
  requiresPreconditions: false,
  submitInstructions: '',
  browseInstructions: '',
}

/** docs/api/trackers.md §6.2. */
export type TrackerPermission = 'admin' | 'full' | 'submitter' | 'assignee' | 'submitter_only' | 'none'

/** Permissions that make a tracker visible; `none` is a placeholder (docs/api/trackers.md §6.2). */
export const visibilityPermissions = [
  'admin',
  'full',
  'submitter',
  'assignee',
  'submitter_only',
] as const satisfies readonly TrackerPermission[]

/**
 * docs/api/trackers.md §3.7, docs/api/archive-format.md §2.4: meaning of fields; a key is present when the semantic is
 * configured. The type parameters are the references to fields, list values and trackers: keys before they have ids,
 * ids afterwards. Each file of src/trackers/semantics declares its member here.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each semantic adds its member
// biome-ignore lint/correctness/noUnusedVariables: the members use them
export interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {}

export type SemanticName = keyof SemanticsBy<unknown, unknown, unknown>

/** By key; a null value is "None". */
export type SemanticDefinitions = SemanticsBy<string, string | null, string>

/**
 * docs/api/trackers.md §3.8, docs/api/archive-format.md §2.5: rules about values, with and without a workflow; by kind,
 * what one rule stores. Each file of src/trackers/rules declares its member here.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its member
// biome-ignore lint/correctness/noUnusedVariables: the members use them
export interface RulesBy<FieldRef, ValueRef> {}

export type RuleName = keyof RulesBy<unknown, unknown>

export type RulesOf<FieldRef, ValueRef> = {
  readonly [Name in RuleName]: readonly RulesBy<FieldRef, ValueRef>[Name][]
}

export interface WorkflowDefinition {
  readonly field: string
  readonly isUsed: boolean
  readonly isAdvanced: boolean
  readonly isLegacy: boolean
  readonly transitions: readonly TransitionDefinition[]
}

export interface TransitionDefinition extends ConditionsBy<string> {
  /** null: a new artifact */
  readonly from: string | null
  readonly to: string
  readonly actions: readonly PostActionDefinition[]
}

/**
 * docs/api/trackers.md §4.10 and docs/api/archive-format.md §2.6: what a transition requires. Each file of
 * src/trackers/conditions declares its member here.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each condition adds its member
// biome-ignore lint/correctness/noUnusedVariables: the members use it
export interface ConditionsBy<FieldRef> {}

export type ConditionName = keyof ConditionsBy<unknown>

/**
 * docs/api/trackers.md §4.11 and docs/api/archive-format.md §2.6: what happens with a transition. Each file of
 * src/trackers/actions declares its member here.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: each action adds its member
// biome-ignore lint/correctness/noUnusedVariables: the members use it
export interface PostActionsBy<FieldRef> {}

export type PostActionKind = keyof PostActionsBy<unknown>

export type PostActionBy<FieldRef> = {
  [Kind in PostActionKind]: { readonly kind: Kind } & PostActionsBy<FieldRef>[Kind]
}[PostActionKind]

/** Fields by key. */
export type PostActionDefinition = PostActionBy<string>

export interface ReportDefinition {
  readonly key: string | null
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly isQueryDisplayed: boolean
  readonly isInExpertMode: boolean
  readonly expertQuery: string
  readonly criteria: readonly CriterionDefinition[]
  readonly renderers: readonly RendererDefinition[]
}

export interface CriterionBy<FieldRef, ValueRef> extends CriterionContentBy<ValueRef> {
  readonly field: FieldRef
  readonly rank: number
  readonly isAdvanced: boolean
}

/** By key; a null value is "None". */
export type CriterionDefinition = CriterionBy<string, string | null>

/** What a criterion compares its field with, by kind. Each file of src/trackers/criteria declares its member here. */
// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its member
// biome-ignore lint/correctness/noUnusedVariables: the members use it
export interface CriterionContentBy<ValueRef> {}

export type CriterionName = keyof CriterionContentBy<unknown>

export interface RendererDefinition extends RendererContentBy<string> {
  readonly key: string | null
  readonly kind: string
  readonly name: string
  readonly description: string
  readonly rank: number
}

/** What a renderer shows, by kind. Each file of src/trackers/renderers declares its member here. */
// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its member
// biome-ignore lint/correctness/noUnusedVariables: the members use it
export interface RendererContentBy<FieldRef> {}

export type RendererName = keyof RendererContentBy<unknown>

/** docs/api/archive-format.md §2.1: when children reach these values, their parent gets the target value. */
export interface TriggerRuleBy<FieldRef, ValueRef> {
  readonly condition: TriggerCondition
  readonly triggers: readonly { readonly field: FieldRef; readonly value: ValueRef }[]
  readonly target: { readonly field: FieldRef; readonly value: ValueRef }
}

export type TriggerCondition = 'at_least_one' | 'all_of'

/** Keys over all trackers of a project. */
export type TriggerRuleDefinition = TriggerRuleBy<string, string>
