import type { Condition } from '../../fields/model/condition.ts'
import type { AccessibleTracker } from './tracker-access.ts'

/** Whether a condition refers to other artifacts, so that its result depends on the caller and on those artifacts. */
export function refersToOtherArtifacts(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.some(refersToOtherArtifacts)
    case 'not':
      return refersToOtherArtifacts(condition.of)
    default:
      return condition.kind === 'link' || condition.kind === 'mention'
  }
}

/** Restricts a condition to accessible artifacts: others do not exist for the caller (docs/api/queries.md §2.2). */
export function restrictToVisible(condition: Condition, accessible: readonly AccessibleTracker[]): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { kind: condition.kind, of: condition.of.map((each) => restrictToVisible(each, accessible)) }
    case 'not':
      return { kind: 'not', of: restrictToVisible(condition.of, accessible) }
    case 'link':
    case 'mention':
      return { ...condition, accessibleTrackers: accessible }
    default:
      return condition
  }
}
