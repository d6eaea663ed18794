import { loaded } from '../catalogue.ts'
import { type RowGroupsTexts, rowGroups } from '../en/row-groups.ts'

/** The texts about groups of rows by date or parent, about lanes of boards and about children, in the language of the page. */
export const rowGroupsTexts: RowGroupsTexts = loaded.partTexts?.rowGroups ?? rowGroups
