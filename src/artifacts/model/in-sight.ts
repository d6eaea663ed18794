import type { Condition } from '../../fields/condition.ts'
import type { Territory } from './reach.ts'

/** Whether a condition speaks of other artifacts: what it finds depends on who asks, and changes with those. */
export function isRelative(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.some(isRelative)
    case 'not':
      return isRelative(condition.of)
    default:
      return condition.kind === 'link' || condition.kind === 'mention'
  }
}

/**
 * The condition as somebody asks it who sees so far: artifacts out of sight are not there (docs/api/queries.md §2.2).
 */
export function inSight(condition: Condition, seen: readonly Territory[]): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { kind: condition.kind, of: condition.of.map((each) => inSight(each, seen)) }
    case 'not':
      return { kind: 'not', of: inSight(condition.of, seen) }
    case 'link':
    case 'mention':
      return { ...condition, accessibleTrackers: seen }
    default:
      return condition
  }
}
