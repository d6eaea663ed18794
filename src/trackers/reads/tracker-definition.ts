import type { FieldDefinition, UserSourceDefinition } from '../../fields/definition.ts'
import type { Bind, Field, UserSource } from '../../fields/field.ts'
import { NO_VALUE, type UserGroupId } from '../../kit/ids.ts'
import type {
  PostActionDefinition,
  ReportDefinition,
  SemanticDefinitions,
  TrackerDefinition,
  TransitionDefinition,
  TriggerRuleDefinition,
} from '../model/definition.ts'
import type { Renderer, Report } from '../model/report.ts'
import type { PostAction, Semantics, Tracker, Transition, TriggerRule } from '../model/tracker.ts'

/** Trackers that are taken together, with what belongs to them beside their structure. */
export interface Originals {
  readonly trackers: readonly Tracker[]
  readonly triggers: readonly TriggerRule[]
  reportsOf(tracker: Tracker): readonly Report[]
  renderersOf(report: Report): readonly Renderer[]
  webhooksOf(tracker: Tracker): readonly string[]
  cannedResponsesOf(tracker: Tracker): TrackerDefinition['cannedResponses']
}

/** The group that stands for one of the originals; undefined when none does. */
export type MapGroup = (id: UserGroupId) => UserGroupId | undefined

/** Trackers as definitions, so that they can be made again elsewhere; what points outside of them is left out. */
export function definitionsOf(
  originals: Originals,
  mapGroup: MapGroup,
): { readonly definitions: TrackerDefinition[]; readonly triggers: TriggerRuleDefinition[] } {
  const definitions = originals.trackers.map((tracker) => definitionOf(tracker, originals, mapGroup))
  const known = new Set(originals.trackers.flatMap(({ fields }) => fields.map(({ id }) => id)))
  const triggers = originals.triggers.filter(({ target, triggers: ends }) =>
    [target, ...ends].every(({ field }) => known.has(field)),
  )
  return { definitions, triggers: triggers.map(triggerDefinition) }
}
