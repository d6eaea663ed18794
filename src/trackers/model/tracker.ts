import type { Field } from '../../fields/model/field.ts'
import type { BindValueId, FieldId, ProjectId, TrackerId, TransitionId, UserGroupId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type {
  ConditionsBy,
  PostActionBy,
  RulesOf,
  SemanticsBy,
  TrackerOptions,
  TrackerPermission,
  TriggerRuleBy,
} from './definition.ts'

/** A tracker with its whole structure: loaded at once, cached until a tracker changes. */
export interface Tracker {
  readonly id: TrackerId
  readonly projectId: ProjectId
  readonly parentId: TrackerId | null
  readonly name: string
  readonly itemName: string
  readonly description: string
  readonly color: string
  readonly options: TrackerOptions
  readonly deletedOn: EpochSeconds | null
  readonly permissions: Readonly<Record<TrackerPermission, readonly UserGroupId[]>>
  /** Every form element, unused ones included, by rank then id. */
  readonly fields: readonly Field[]
  readonly fieldById: ReadonlyMap<FieldId, Field>
  readonly fieldByName: ReadonlyMap<string, Field>
  readonly semantics: Semantics
  /** By id; 100 is "None". */
  readonly rules: RulesOf<FieldId, number>
  readonly workflow: Workflow | null
}

/** By id; 100 among the open values: "None" is open. */
export type Semantics = SemanticsBy<FieldId, BindValueId, TrackerId>

export interface Workflow {
  readonly field: FieldId
  readonly isUsed: boolean
  readonly isAdvanced: boolean
  readonly isLegacy: boolean
  readonly transitions: readonly Transition[]
}

export interface Transition extends ConditionsBy<FieldId> {
  readonly id: TransitionId
  /** null: a new artifact */
  readonly from: BindValueId | null
  readonly to: BindValueId
  readonly actions: readonly PostAction[]
}

export type PostAction = { readonly id: number } & PostActionBy<FieldId>

export type TriggerRule = TriggerRuleBy<FieldId, BindValueId>
