import type { ProjectId } from '../../kit/values/ids.ts'
import type { TriggerRuleDefinition } from '../model/definition.ts'
import { mapRules } from '../rules/registry.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import { buildRuleRows } from '../store/rule-rows.ts'
import type { NumberedDefinitions } from './assign-ids.ts'
import { buildFieldRows } from './field-rows.ts'
import { buildReportRows } from './report-rows.ts'
import { createResolver } from './resolve-keys.ts'
import { buildSemanticRows } from './semantic-rows.ts'
import { buildTrackerRows } from './tracker-rows.ts'
import { buildTriggerRows } from './trigger-rows.ts'
import { buildWorkflowRows } from './workflow-rows.ts'

/** The rows of numbered definitions, keys resolved among all of them. */
export function buildDefinitionRows(
  projectId: ProjectId,
  numbered: NumberedDefinitions,
  triggers: readonly TriggerRuleDefinition[],
): TrackerRows {
  const resolve = createResolver(numbered.byKey)
  const { trackers } = numbered
  return {
    ...buildTrackerRows(projectId, trackers, resolve),
    ...buildFieldRows(trackers),
    semantic: trackers.flatMap((tracker) => buildSemanticRows(tracker, resolve)),
    ...buildRuleRows(trackers.map(({ id, definition }) => ({ id, rules: mapRules(definition.rules, resolve) }))),
    ...buildWorkflowRows(trackers, resolve),
    ...buildReportRows(trackers, resolve),
    trigger_rule: buildTriggerRows(trackers, triggers, resolve),
  }
}
