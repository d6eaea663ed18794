import type { PastedStepsTexts } from '../en/pasted-steps.ts'
import { formatCount, formatPlural } from './states.ts'

export const pastedSteps: PastedStepsTexts = {
  hint: 'Les lignes collées depuis un tableur deviennent des étapes\u00a0: action, résultat attendu.',
  added: (n) => `${formatPlural(n, 'étape ajoutée', 'étapes ajoutées')}.`,
  rowsLeft: (n) => `Seules les ${formatCount(n)} premières lignes peuvent être ajoutées à la fois.`,
  columnsLeft: 'Les colonnes après la deuxième sont ignorées.',
}
