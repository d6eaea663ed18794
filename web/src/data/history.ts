import type { ChangesetRepresentation } from '../../../src/artifacts/representations/changeset.ts'

/** A changeset with `values=changed` and `include=can_update`. */
export type HistoryEntry = ChangesetRepresentation

/** A value before and after a change. */
export type ValueChange = NonNullable<HistoryEntry['changes']>[number]

/** What a history shows: everything, only comments, or only changes of values. */
export type HistoryFilter = 'all' | 'comments' | 'changes'

export const hasComment = ({ last_comment }: HistoryEntry): boolean => last_comment.post_processed_body !== ''

export const isEdited = (entry: HistoryEntry): boolean =>
  hasComment(entry) && entry.last_modified_date !== entry.submitted_on
