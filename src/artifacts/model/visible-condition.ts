import { type Condition, hasLeaf } from '../../fields/model/condition.ts'
import type { AccessibleTracker } from './tracker-access.ts'

/** Whether a condition refers to other artifacts, so that its result depends on the caller and on those artifacts. */
export const refersToOtherArtifacts = (condition: Condition): boolean =>
  hasLeaf(condition, ({ kind }) => kind === 'link' || kind === 'mention')

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
