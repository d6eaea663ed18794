import type { ArtifactId, FieldId, UserGroupId, UserId } from '../../kit/values/ids.ts'

/**
 * Condition on artifacts, compiled to SQL for both databases (artifacts/store/compile-leaf.ts). Texts are folded
 * (kit/text/fold.ts).
 */
export type Condition =
  /** Without members: every artifact. */
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  /** Without members: none. */
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | LeafCondition

/** A condition without parts. */
export type LeafCondition = FieldCondition | SystemCondition | RelationCondition

/** A leaf that depends only on the artifact itself, so that changes of other artifacts do not affect it. */
export type LocalCondition = Exclude<LeafCondition, { readonly kind: 'link' | 'mention' | 'ids' }>

/** Condition on the index tables of one field. */
export type FieldCondition =
  /** Contains one of these list values, of the bind or new; null: any value at all. */
  | {
      readonly kind: 'holds'
      readonly field: FieldId
      readonly family: 'list' | 'open'
      readonly values: readonly number[] | null
    }
  /** Without bounds: it has a value. */
  | { readonly kind: 'within'; readonly field: FieldId; readonly family: 'number' | 'date'; readonly range: Range }
  /** '' : it has a text that is not empty. */
  | { readonly kind: 'contains'; readonly field: FieldId; readonly text: string }
  /** Its text, or the digits of its number, match a pattern as it was written (kit/pattern). */
  | {
      readonly kind: 'matches'
      readonly field: FieldId
      readonly family: 'text' | 'number'
      readonly pattern: string
    }
  /** A file whose name or description contains it; '': any file. */
  | { readonly kind: 'file'; readonly field: FieldId; readonly text: string }

/** Condition on system data that every artifact has. */
export type SystemCondition =
  | {
      readonly kind: 'system'
      readonly of: 'id' | 'number' | 'rank' | 'submitted_on' | 'updated_on'
      readonly range: Range
    }
  /** It is one of these artifacts. */
  | { readonly kind: 'ids'; readonly ids: readonly ArtifactId[] }
  /** The digits of it match a pattern. */
  | { readonly kind: 'digits'; readonly of: 'id' | 'number' | 'rank'; readonly pattern: string }
  | { readonly kind: 'by'; readonly of: 'submitted_by' | 'updated_by'; readonly users: readonly UserId[] }

/** Condition on related artifacts and comments. */
export type RelationCondition =
  | LinkCondition
  /** Mentions the artifact, or is mentioned by it. */
  | { readonly kind: 'mention'; readonly artifact: ArtifactId; readonly accessibleTrackers?: AccessibleTrackers }
  /**
   * A comment that contains the text, in its latest version; '': any comment. `readers`: groups of the caller; null:
   * the caller reads all comments.
   */
  | { readonly kind: 'comment'; readonly text: string; readonly readers: readonly UserGroupId[] | null }

/** It links (forward) or is linked to (reverse); a null type is any. */
export interface LinkCondition {
  readonly kind: 'link'
  readonly direction: 'forward' | 'reverse'
  readonly type: string | null
  readonly other: LinkEnd
  readonly accessibleTrackers?: AccessibleTrackers
}

/**
 * Trackers that the caller can access, in the form of the artifacts slice. Absent until a caller is known; then
 * artifacts at the other end that the caller cannot see are ignored.
 */
type AccessibleTrackers = readonly unknown[]

/** Artifact at the other end of a link; null: any artifact. */
export type LinkEnd =
  | null
  | { readonly kind: 'artifact'; readonly id: ArtifactId }
  | { readonly kind: 'number'; readonly range: Range }
  | { readonly kind: 'tracker'; readonly itemName: string; readonly isEqual: boolean }

export interface Range {
  readonly above?: number
  readonly from?: number
  readonly to?: number
  readonly below?: number
}

export const matchAll: Condition = { kind: 'all', of: [] }
export const matchNone: Condition = { kind: 'any', of: [] }
export const not = (of: Condition): Condition => ({ kind: 'not', of })

/** Returns whether a test is true of one of the leaves of a condition. */
export function hasLeaf(condition: Condition, test: (leaf: LeafCondition) => boolean): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.some((each) => hasLeaf(each, test))
    case 'not':
      return hasLeaf(condition.of, test)
    default:
      return test(condition)
  }
}

/** Whether a condition contains a pattern: matching one reads each row. */
export const hasPattern = (condition: Condition): boolean =>
  hasLeaf(condition, ({ kind }) => kind === 'matches' || kind === 'digits')

/** Whether a condition searches texts, which reads them: an index only helps for long enough words. */
export const isTextSearch = (condition: Condition): boolean =>
  hasPattern(condition) ||
  hasLeaf(condition, ({ kind }) => kind === 'contains' || kind === 'comment' || kind === 'file')
