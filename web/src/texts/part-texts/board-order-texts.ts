import { loaded } from '../catalogue.ts'
import { type BoardOrderTexts, boardOrder } from '../en/board-order.ts'

/** The texts about the order of cards on a board, in the language of the page. */
export const boardOrderTexts: BoardOrderTexts = loaded.partTexts?.boardOrder ?? boardOrder
