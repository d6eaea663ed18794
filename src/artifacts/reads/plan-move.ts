import { isConvertible } from '../../fields/registry/convert-value.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { MovePlan } from '../model/move-plan.ts'

/** Pairs fields of the same name with the same or a compatible type (docs/api/artifacts.md §3.9). */
export function planMove(source: Tracker, target: Tracker): MovePlan {
  const fields = source.fields.filter(({ isUsed, type }) => isUsed && getFieldType(type).kind === 'field')
  const pairs = fields.flatMap((from) => {
    const to = target.fieldByName.get(from.name)
    return to?.isUsed && isConvertible(from, to) ? [{ from, to }] : []
  })
  return { pairs, fields }
}
