/** What became of the last change that the user undid. */
export const undo = {
  done: (labels: string): string => `${labels} changed back`,
  refused: (labels: string): string => `${labels} cannot be changed back`,
}

export type UndoTexts = typeof undo
