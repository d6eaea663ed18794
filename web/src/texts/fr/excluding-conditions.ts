import type { ExcludingConditionsTexts } from '../en/excluding-conditions.ts'
import { formatCount, formatPlural } from './states.ts'

export const excludingConditions: ExcludingConditionsTexts = {
  title: (n) =>
    n === 1
      ? 'Cette condition exclut tous les artefacts\u00a0:'
      : `Chacune de ces ${formatCount(n)} conditions exclut les artefacts qui restent\u00a0:`,
  word: (word) => `Mot «\u00a0${word}\u00a0»`,
  remove: (condition) => `Retirer ${condition}`,
  found: (n) => formatPlural(n, 'artefact sans elle', 'artefacts sans elle'),
}
