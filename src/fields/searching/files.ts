import { type Condition, everything, not } from '../condition.ts'
import { invalidValue, isContains, textsOf, unsupported } from './complaints.ts'
import type { Searching } from './searching.ts'

/** Attachments by part of their name or description (docs/api/queries.md §1.4, §2.4). */
export const byFile: Searching = {
  filter(criterion, field, context) {
    if (!isContains(criterion, field, context)) return undefined
    const { value } = criterion
    if (typeof value !== 'string' && typeof value !== 'number') return context.complain(invalidValue(field))
    return value === '' ? everything : { kind: 'file', field: field.id, text: String(value) }
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator !== '=' && operator !== '!=') return context.complain(unsupported(field.name, operator))
    const [text] = textsOf(comparison, `file field '${field.name}'`, context) ?? []
    if (text === undefined) return undefined
    const isThere: Condition = { kind: 'file', field: field.id, text }
    return (operator === '=') === (text !== '') ? isThere : not(isThere)
  },
}
