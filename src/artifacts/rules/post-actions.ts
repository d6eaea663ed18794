import type { Field, FieldTypeName, StoredValues } from '../../fields/field.ts'
import { createIntegerProperty, findProperty } from '../../fields/properties.ts'
import type { FieldId } from '../../kit/ids.ts'
import { type EpochSeconds, formatWallClock, parseMoment } from '../../kit/time.ts'
import type { Tracker, Transition } from '../../trackers/model/tracker.ts'

interface ActionContext {
  readonly tracker: Pick<Tracker, 'fieldById'>
  readonly now: EpochSeconds
  readonly timezone: string
}

/**
 * Runs the actions of a transition (docs/api/trackers.md §4.11); fields that are deleted or unused stay as they are.
 */
export function runActions(
  { actions }: Pick<Transition, 'actions'>,
  { tracker, now, timezone }: ActionContext,
): { readonly values: StoredValues; readonly jobs: readonly { readonly url: string }[] } {
  const values: Record<string, unknown> = {}
  const jobs: { readonly url: string }[] = []
  const fieldOf = (id: FieldId, type: FieldTypeName): Field | undefined => {
    const field = tracker.fieldById.get(id)
    return field?.isUsed && field.type === type ? field : undefined
  }
  for (const action of actions) {
    switch (action.kind) {
      case 'set_date': {
        const field = fieldOf(action.field, 'date')
        // null: the action is not configured yet.
        if (field === undefined || action.value === null) break
        values[field.id] = action.value === 'clear' ? null : currentDate(field, now, timezone)
        break
      }
      case 'set_int':
      case 'set_float': {
        const field = fieldOf(action.field, action.kind === 'set_int' ? 'int' : 'float')
        if (field !== undefined) values[field.id] = action.value
        break
      }
      case 'run_job':
        jobs.push({ url: action.jobUrl })
        break
      // Effects of the state itself (model/effects-of-state.ts), and actions of other products.
      case 'frozen_fields':
      case 'hidden_fieldsets':
      case 'other':
        break
      default:
        action satisfies never
    }
  }
  return { values, jobs }
}

const dateProperties = { display_time: createIntegerProperty(0) }

/** Returns the current minute, or the start of the day (docs/api/field-values.md §6). */
function currentDate(field: Field, now: EpochSeconds, timezone: string): EpochSeconds {
  if (findProperty(dateProperties, field, 'display_time') === 1) return now - (now % 60)
  const [year = 0, month = 0, day = 0] = formatWallClock(now, timezone, false).split('-').map(Number)
  return parseMoment({ year, month, day }, timezone)
}
