import type { FieldId, ReportId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { CriterionBy, RendererContentBy, RendererName } from './definition.ts'

/** A saved search of a tracker (docs/api/trackers.md §4.1). */
export interface Report {
  readonly id: ReportId
  readonly trackerId: TrackerId
  /** null: a report of the project */
  readonly userId: UserId | null
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly isQueryDisplayed: boolean
  readonly isInExpertMode: boolean
  readonly expertQuery: string
  readonly criteria: readonly Criterion[]
}

/** A value of 100 is "None". */
export type Criterion = CriterionBy<FieldId, number>

export interface Renderer extends RendererContent {
  readonly id: number
  readonly reportId: ReportId
  readonly kind: string
  readonly name: string
  readonly description: string
  readonly rank: number
}

export type RendererContent = RendererContentBy<FieldId>

/** Input of a report: everything except its owner, which the permissions of the caller decide. */
export interface ReportDraft {
  readonly name: string
  readonly description: string
  readonly isPublic: boolean
  readonly isDefault: boolean
  /** null: the report uses criteria */
  readonly expertQuery: string | null
  readonly criteria: readonly Criterion[]
  /** By kind; those of other kinds stay as they are. */
  readonly renderers: { readonly [Name in RendererName]?: readonly RendererDraft[] }
}

export interface RendererDraft {
  /** null: a new one */
  readonly id: number | null
  readonly name: string
  /** `before`: what it replaces. */
  build(before: unknown): unknown
}

/** Maximum number of reports of one user in a tracker, and of its project. */
export const maxReports = 500
