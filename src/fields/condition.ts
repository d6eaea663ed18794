import type { ArtifactId, FieldId, UserGroupId, UserId } from '../kit/ids.ts'

/**
 * What an artifact must be like to be found: said once, compiled to SQL for both databases
 * (artifacts/store/matching.ts). Texts are folded (kit/fold.ts).
 */
export type Condition =
  /** Without members: every artifact. */
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  /** Without members: none. */
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | FieldCondition
  | SystemCondition
  | RelationCondition

/** What the tables of values say of one field. */
export type FieldCondition =
  /** Holds one of these values of a list, of the bind or typed; null: any value at all. */
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

/** What every artifact has. */
export type SystemCondition =
  | {
      readonly kind: 'system'
      readonly of: 'id' | 'number' | 'rank' | 'submitted_on' | 'updated_on'
      readonly range: Range
    }
  /** The digits of it match a pattern. */
  | { readonly kind: 'digits'; readonly of: 'id' | 'number' | 'rank'; readonly pattern: string }
  | { readonly kind: 'by'; readonly of: 'submitted_by' | 'updated_by'; readonly users: readonly UserId[] }

/** What is around an artifact. */
export type RelationCondition =
  | {
      readonly kind: 'link'
      readonly direction: 'forward' | 'reverse'
      readonly type: string | null
      readonly other: LinkEnd
      readonly accessibleTrackers?: AccessibleTrackers
    }
  /** Mentions the artifact, or is mentioned by it. */
  | { readonly kind: 'mention'; readonly artifact: ArtifactId; readonly accessibleTrackers?: AccessibleTrackers }
  /** A comment that contains it, by its latest wording; '': any. `readers`: groups of who asks; null: he reads all. */
  | { readonly kind: 'comment'; readonly text: string; readonly readers: readonly UserGroupId[] | null }

/**
 * How far whoever asks sees: territories, as artifacts/model/tracker-access.ts knows them. Absent until somebody asks; then who
 * stands at the other end and is not seen is not there.
 */
type AccessibleTrackers = readonly unknown[]

/** It links (forward) or is linked to (reverse); a null type is any. */
export interface LinkCondition {
  readonly kind: 'link'
  readonly direction: 'forward' | 'reverse'
  readonly type: string | null
  readonly other: LinkEnd
  readonly accessibleTrackers?: AccessibleTrackers
}

/** Who stands at the other end of a link; null: anybody. */
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

/** Whether a pattern is part of it: what is found by one is read, row for row. */
export function hasPattern(condition: Condition): boolean {
  if (condition.kind === 'all' || condition.kind === 'any') return condition.of.some(hasPattern)
  if (condition.kind === 'not') return hasPattern(condition.of)
  return condition.kind === 'matches' || condition.kind === 'digits'
}

/** Whether texts are searched for one of its parts, which reads them: an index narrows only what is long enough. */
export function searchesTexts(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.some(searchesTexts)
    case 'not':
      return searchesTexts(condition.of)
    default:
      return ['contains', 'comment', 'file', 'matches', 'digits'].includes(condition.kind)
  }
}
