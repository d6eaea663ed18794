import type { UndoTexts } from '../en/undo.ts'

export const undo: UndoTexts = {
  done: (labels) => `${labels}\u00a0: valeur rétablie`,
  refused: (labels) => `${labels}\u00a0: la valeur ne peut pas être rétablie`,
}
