import type { TrackerId } from '../../kit/values/ids.ts'
import type { TriggerRuleDefinition } from '../model/definition.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import { mapTriggerRule } from '../triggers/trigger-rule.ts'
import type { NumberedTracker } from './assign-ids.ts'
import type { Resolver } from './resolve-keys.ts'

/** docs/api/archive-format.md §2.1: stored with the tracker whose artifacts change. */
export function buildTriggerRows(
  trackers: readonly NumberedTracker[],
  triggers: readonly TriggerRuleDefinition[],
  resolve: Resolver,
): TrackerRows['trigger_rule'] {
  const homes = new Map<string, TrackerId>(
    trackers.flatMap(({ id, fields }) => fields.map((field) => [field.definition.key, id] as const)),
  )
  return triggers.map((rule) => ({
    // `mapTriggerRule` throws for an unknown field.
    target_tracker_id: homes.get(rule.target.field) as TrackerId,
    definition: JSON.stringify(mapTriggerRule(rule, resolve)),
  }))
}
