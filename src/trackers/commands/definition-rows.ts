import type { ProjectId } from '../../kit/ids.ts'
import type { TriggerRuleDefinition } from '../model/definition.ts'
import type { TrackerRows } from '../store/new-trackers.ts'
import { fieldRows } from './field-rows.ts'
import type { Numbered } from './number-definitions.ts'
import { reportRows } from './report-rows.ts'
import { resolver } from './resolve-keys.ts'
import { ruleRows, triggerRows } from './rule-rows.ts'
import { semanticRows } from './semantic-rows.ts'
import { trackerRows } from './tracker-rows.ts'
import { workflowRows } from './workflow-rows.ts'

/** The rows of numbered definitions, keys resolved among all of them. */
export function rowsOf(
  projectId: ProjectId,
  numbered: Numbered,
  triggers: readonly TriggerRuleDefinition[],
): TrackerRows {
  const resolve = resolver(numbered.byKey)
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
