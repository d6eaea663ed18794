import { loaded } from '../catalogue.ts'
import { type PastedStepsTexts, pastedSteps } from '../en/pasted-steps.ts'

/** The texts about steps from a spreadsheet, which come with the editors, in the language of the page. */
export const pastedStepsTexts: PastedStepsTexts = loaded.partTexts?.pastedSteps ?? pastedSteps
