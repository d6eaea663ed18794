import { message } from '../../kit/messages/message.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { FieldSearch } from '../field-type/field-search.ts'
import { type Condition, not } from '../model/condition.ts'
import {
  assertContainsOperator,
  formatInvalidValue,
  formatUnsupportedOperator,
  getOperandTexts,
} from './error-messages.ts'
import { buildPatternCondition, parsePatternInput } from './patterns.ts'

/**
 * Texts of any length: every word of a filter or its pattern, the whole text of a comparison, anywhere in them
 * (docs/api/queries.md §1.4, §2.4).
 */
export const textSearch: FieldSearch = {
  filter(criterion, field, context) {
    if (!assertContainsOperator(criterion, field, context)) return undefined
    const { value } = criterion
    if (typeof value !== 'string' && typeof value !== 'number') return context.reportProblem(formatInvalidValue(field))
    const text = String(value)
    const patternInput = parsePatternInput(text)
    if (patternInput !== undefined)
      return buildPatternCondition(patternInput, field, context, (pattern) => ({
        kind: 'matches',
        field: field.id,
        family: 'text',
        pattern,
      }))
    const words = splitWords(text)
    if (words.length > maxWords)
      return context.reportProblem(message`The criterion of field "${field.name}" may have at most ${maxWords} words`)
    return { kind: 'all', of: words.map((word) => ({ kind: 'contains', field: field.id, text: word })) }
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator !== '=' && operator !== '!=')
      return context.reportProblem(formatUnsupportedOperator(field.name, operator))
    const [text] = getOperandTexts(comparison, message`text field '${field.name}'`, context) ?? []
    if (text === undefined) return undefined
    const contains: Condition = { kind: 'contains', field: field.id, text: foldText(text) }
    // '' matches artifacts without a text: the index has no row for them. Blanks are text like any other.
    const mustContain = (operator === '=') === (text !== '')
    return mustContain ? contains : not(contains)
  },
  order: ({ id: field }) => ({ kind: 'value', field, family: 'text' }),
}

// Each is a condition of its own.
const maxWords = 30

const splitWords = (text: string): readonly string[] =>
  [...new Set(foldText(text).split(/\s+/))].filter((word) => word !== '')
