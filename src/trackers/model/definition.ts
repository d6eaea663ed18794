import type { FieldDefinition } from '../../fields/definition.ts'
import type { UserGroupId } from '../../kit/ids.ts'

/**
 * A whole tracker before it has ids: what an archive, a template or a JSON definition says. Fields, values and
 * containers are named by keys that are unique among the trackers made together; `user:103` names a user where a list
 * bound to users is meant. User groups are already those of the project.
 */
export interface TrackerDefinition {
  /** Names the tracker among those made together (`T12` in an archive). */
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
  readonly dateRules: readonly { readonly source: string; readonly comparator: Comparator; readonly target: string }[]
  readonly listRules: readonly ListRuleDefinition[]
  readonly reports: readonly ReportDefinition[]
  readonly workflow: WorkflowDefinition | null
  readonly webhooks: readonly string[]
  readonly permissions: readonly { readonly permission: TrackerPermission; readonly group: UserGroupId }[]
}

/** Contract 20 §8.2; `isCopied`: taken along when the project serves as template. */
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
  submitInstructions: '',
  browseInstructions: '',
}

/** Contract 20 §7.2. */
export type TrackerPermission = 'admin' | 'full' | 'submitter' | 'assignee' | 'submitter_only' | 'none'

/** Rights that show a tracker to those who hold them; `none` is a placeholder (contract 20 §7.2). */
export const seeingPermissions = [
  'admin',
  'full',
  'submitter',
  'assignee',
  'submitter_only',
] as const satisfies readonly TrackerPermission[]

export const comparators = ['=', '≠', '<', '≤', '>', '≥'] as const
export type Comparator = (typeof comparators)[number]

/** Contract 20 §8.4; a key is present when the semantic is configured. Values are keys of fields and list values. */
export interface SemanticDefinitions {
  readonly title?: { readonly field: string }
  readonly description?: { readonly field: string }
  readonly contributor?: { readonly field: string }
  readonly initial_effort?: { readonly field: string }
  readonly velocity?: { readonly field: string }
  readonly status?: { readonly field: string; readonly openValues: readonly (string | null)[] }
  readonly done?: { readonly values: readonly (string | null)[] }
  readonly tooltip?: { readonly fields: readonly string[] }
  readonly timeframe?:
    | { readonly start: string; readonly duration: string }
    | { readonly start: string; readonly end: string }
    | { readonly impliedFrom: string }
  readonly progress?: { readonly totalEffort: string; readonly remainingEffort: string } | { readonly linkType: string }
  readonly plugin_cardwall_card_fields?: { readonly fields: readonly string[]; readonly backgroundColor?: string }
}

/** A value key of null is "None". */
export interface ListRuleDefinition {
  readonly source: string
  readonly sourceValue: string | null
  readonly target: string
  readonly targetValue: string | null
}

export interface WorkflowDefinition {
  readonly field: string
  readonly isUsed: boolean
  readonly isAdvanced: boolean
  readonly isLegacy: boolean
  readonly transitions: readonly TransitionDefinition[]
}

export interface TransitionDefinition {
  /** null: a new artifact */
  readonly from: string | null
  readonly to: string
  readonly groups: readonly UserGroupId[]
  readonly notEmptyFields: readonly string[]
  readonly isCommentRequired: boolean
  readonly actions: readonly PostActionDefinition[]
}

/** Contract 20 §5.11 and §8.6; fields by key. */
export type PostActionDefinition =
  | { readonly kind: 'run_job'; readonly jobUrl: string }
  | { readonly kind: 'set_date'; readonly field: string; readonly value: 'current' | 'clear' | null }
  | { readonly kind: 'set_int' | 'set_float'; readonly field: string; readonly value: number }
  | { readonly kind: 'frozen_fields'; readonly fields: readonly string[] }
  | { readonly kind: 'hidden_fieldsets'; readonly fieldsets: readonly string[] }
  /** Actions of other products, kept for the next export. */
  | { readonly kind: 'other'; readonly name: string }

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

export interface CriterionDefinition {
  readonly field: string
  readonly rank: number
  readonly isAdvanced: boolean
  readonly text?: string
  /** keys of list values; null is "None" */
  readonly values?: readonly (string | null)[]
}

export interface RendererDefinition {
  readonly key: string | null
  readonly kind: string
  readonly name: string
  readonly description: string
  readonly rank: number
  /** table only */
  readonly table?: {
    readonly chunkSize: number
    readonly isMultisort: boolean
    readonly columns: readonly {
      readonly field: string
      readonly linkType?: string
      readonly linkTypeFormat?: string
    }[]
    readonly sort: readonly { readonly field: string; readonly isDescending: boolean }[]
  }
  /** renderers of other products (charts, card walls): kept as XML text for the next export */
  readonly raw?: string
}

/** Contract 20 §8.1: when children of an artifact reach a value, so does the parent. Keys over all trackers of a project. */
export interface TriggerRuleDefinition {
  readonly condition: 'at_least_one' | 'all_of'
  readonly triggers: readonly { readonly field: string; readonly value: string }[]
  readonly target: { readonly field: string; readonly value: string }
}
