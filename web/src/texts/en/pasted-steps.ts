import { formatCount } from './states.ts'

/** What became of rows of a spreadsheet that were pasted as steps. */
export const pastedSteps = {
  hint: 'Rows pasted from a spreadsheet become steps: action, expected result.',
  added: (n: number): string => (n === 1 ? '1 step added.' : `${formatCount(n)} steps added.`),
  rowsLeft: (n: number): string => `Only the first ${formatCount(n)} rows can be added at once.`,
  columnsLeft: 'Columns after the second are left out.',
}

export type PastedStepsTexts = typeof pastedSteps
