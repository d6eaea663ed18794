import { loaded } from '../catalogue.ts'
import { type UndoTexts, undo } from '../en/undo.ts'

/** The texts of undoing a change, which come with its code, in the language of the page. */
export const undoTexts: UndoTexts = loaded.partTexts?.undo ?? undo
