import type { ProjectId } from '../../kit/ids.ts'
import type { TriggerRuleDefinition } from '../model/definition.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import type { NumberedDefinitions } from './assign-ids.ts'
import { fieldRows } from './field-rows.ts'
import { reportRows } from './report-rows.ts'
import { createResolver } from './resolve-keys.ts'
import { ruleRows, triggerRows } from './rule-rows.ts'
import { semanticRows } from './semantic-rows.ts'
import { trackerRows } from './tracker-rows.ts'
import { workflowRows } from './workflow-rows.ts'

/** The rows of numbered definitions, keys resolved among all of them. */
export function definitionRows(
  projectId: ProjectId,
  numbered: NumberedDefinitions,
  triggers: readonly TriggerRuleDefinition[],
): TrackerRows {
  const resolve = createResolver(numbered.byKey)
  const { trackers } = numbered
  return {
    ...trackerRows(projectId, trackers, resolve),
    ...fieldRows(trackers),
    semantic: trackers.flatMap((tracker) => semanticRows(tracker, resolve)),
    ...ruleRows(trackers, resolve),
    ...workflowRows(trackers, resolve),
    ...reportRows(trackers, resolve),
    trigger_rule: triggerRows(trackers, triggers, resolve),
  }
}
