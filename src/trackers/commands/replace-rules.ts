import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { collectFrozenFields } from '../model/frozen-fields.ts'
import type { RulesInput } from '../parse/input-schemas.ts'
import { collectProblems } from '../parse/problems.ts'
import { parseNewRules } from '../parse/rules.ts'
import { saveRules } from '../store/rule-rows.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'

/** Tulipwood extension: replaces all rules of a tracker; missing kinds are removed. */
export async function replaceRules(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  input: RulesInput,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const tracker = permit.subject
    const problems = collectProblems()
    const rules = parseNewRules(input, tracker, collectFrozenFields(tracker.workflow), problems)
    problems.throwIfAny()
    await saveRules(tx, permit, rules)
    const counts = Object.fromEntries(Object.entries(rules).map(([name, all]) => [name, all.length]))
    const entry = { at: world.clock.now(), by: caller, action: 'rules changed' }
    await auditTracker(tx, tracker, { ...entry, detail: { rules: counts } })
  })
}
