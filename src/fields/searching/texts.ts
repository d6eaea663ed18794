import { type Condition, not } from '../condition.ts'
import { foundText } from '../found-text.ts'
import { invalidValue, isContains, textsOf, unsupported } from './complaints.ts'
import { matching, patternWritten } from './patterns.ts'
import type { Searching } from './searching.ts'

/**
 * Texts of any length: every word of a filter or its pattern, the whole of a comparison, anywhere in them
 * (docs/api/queries.md §1.4, §2.4).
 */
export const byText: Searching = {
  filter(criterion, field, context) {
    if (!isContains(criterion, field, context)) return undefined
    const { value } = criterion
    if (typeof value !== 'string' && typeof value !== 'number') return context.complain(invalidValue(field))
    const text = String(value)
    const asked = patternWritten(text)
    if (asked !== undefined)
      return matching(asked, field, context, (pattern) => ({
        kind: 'matches',
        field: field.id,
        family: 'text',
        pattern,
      }))
    const words = wordsOf(text)
    if (words.length > mostWords)
      return context.complain(`The criterion of field "${field.name}" may have ${mostWords} words at most`)
    return { kind: 'all', of: words.map((word) => ({ kind: 'contains', field: field.id, text: word })) }
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator !== '=' && operator !== '!=') return context.complain(unsupported(field.name, operator))
    const [text] = textsOf(comparison, `text field '${field.name}'`, context) ?? []
    if (text === undefined) return undefined
    const contains: Condition = { kind: 'contains', field: field.id, text: folded(text) }
    // '' is what is not there: what the index has no row of.
    const isWanted = (operator === '=') === (folded(text) !== '')
    return isWanted ? contains : not(contains)
  },
  order: ({ id: field }) => ({ kind: 'value', field, family: 'text' }),
}

const folded = (text: string): string => foundText({ format: 'text', content: text })

// Each is a condition of its own.
const mostWords = 30

const wordsOf = (text: string): readonly string[] =>
  [...new Set(folded(text).split(/\s+/))].filter((word) => word !== '')
