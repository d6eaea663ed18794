import type { Condition } from '../../fields/condition.ts'
import type { AccessibleTracker } from './tracker-access.ts'

/** Whether a condition speaks of other artifacts: what it finds depends on who asks, and changes with those. */
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

/**
 * The condition as somebody asks it who sees so far: artifacts out of sight are not there (docs/api/queries.md §2.2).
 */
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
