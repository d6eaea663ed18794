import type { FieldId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import type { TrackerDefinition, TrackerPermission, TriggerRuleDefinition } from '../model/definition.ts'
import type { Renderer, Report } from '../model/report.ts'
import type { Tracker, TriggerRule } from '../model/tracker.ts'
import { mapRules } from '../rules/registry.ts'
import { mapSemantics } from '../semantics/map-semantics.ts'
import { listTriggerEnds, mapTriggerRule } from '../triggers/trigger-rule.ts'
import { buildDefinitionKeys } from './definition-keys.ts'
import { type MapGroup, toFieldDefinitions } from './field-definitions.ts'
import { toReportDefinition } from './report-definition.ts'
import { toWorkflowDefinition } from './workflow-definition.ts'

/** Trackers that are copied together, with their reports, webhooks and canned responses. */
export interface TrackerBundle {
  readonly trackers: readonly Tracker[]
  readonly triggers: readonly TriggerRule[]
  reportsOf(tracker: Tracker): readonly Report[]
  renderersOf(report: Report): readonly Renderer[]
  webhooksOf(tracker: Tracker): readonly string[]
  cannedResponsesOf(tracker: Tracker): TrackerDefinition['cannedResponses']
}

/**
 * Converts trackers to definitions, so that they can be created elsewhere; references to other trackers are omitted.
 */
export function toTrackerDefinitions(
  bundle: TrackerBundle,
  mapGroup: MapGroup,
): { readonly definitions: TrackerDefinition[]; readonly triggers: TriggerRuleDefinition[] } {
  const keys = buildDefinitionKeys(bundle.trackers)
  const included = new Set(bundle.trackers.map(({ id }) => id))
  const fields = new Set(bundle.trackers.flatMap((tracker) => tracker.fields.map(({ id }) => id)))
  const triggersWithin = bundle.triggers.filter((rule) => listTriggerEnds(rule).every(({ field }) => fields.has(field)))
  const references = {
    field: keys.field,
    value: (value: number, list: FieldId) => keys.valueOrNone(list, value),
    // A time frame that is implied from another tracker is omitted.
    tracker: (other: TrackerId) => (included.has(other) ? keys.tracker(other) : undefined),
  }
  const definitionOf = (tracker: Tracker): TrackerDefinition => ({
    key: keys.tracker(tracker.id),
    parentKey: tracker.parentId !== null && included.has(tracker.parentId) ? keys.tracker(tracker.parentId) : null,
    name: tracker.name,
    itemName: tracker.itemName,
    description: tracker.description,
    color: tracker.color,
    options: tracker.options,
    cannedResponses: bundle.cannedResponsesOf(tracker),
    fields: toFieldDefinitions(tracker, keys, mapGroup),
    semantics: mapSemantics(tracker.semantics, references),
    rules: mapRules(tracker.rules, references),
    reports: bundle
      .reportsOf(tracker)
      .map((report) => toReportDefinition(report, bundle.renderersOf(report), tracker, keys)),
    workflow: toWorkflowDefinition(tracker.workflow, keys, mapGroup),
    webhooks: bundle.webhooksOf(tracker),
    permissions: permissionsOf(tracker, mapGroup),
  })
  return {
    definitions: bundle.trackers.map(definitionOf),
    triggers: triggersWithin.map((rule) =>
      mapTriggerRule(rule, { field: keys.field, value: (value, list) => keys.value(list, value) }),
    ),
  }
}

function permissionsOf({ permissions }: Tracker, mapGroup: MapGroup): TrackerDefinition['permissions'] {
  const entries = Object.entries(permissions) as [TrackerPermission, readonly UserGroupId[]][]
  return entries.flatMap(([permission, groups]) =>
    groups.flatMap((id) => {
      const group = mapGroup(id)
      return group === undefined ? [] : [{ permission, group }]
    }),
  )
}
