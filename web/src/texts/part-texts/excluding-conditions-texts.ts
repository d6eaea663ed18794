import { loaded } from '../catalogue.ts'
import { type ExcludingConditionsTexts, excludingConditions } from '../en/excluding-conditions.ts'

/** The texts about a query without results, in the language of the page. */
export const excludingConditionsTexts: ExcludingConditionsTexts =
  loaded.partTexts?.excludingConditions ?? excludingConditions
