import { message } from '../../kit/messages/message.ts'
import type { FieldSearch } from '../field-type/field-search.ts'
import { type Condition, matchAll, not } from '../model/condition.ts'
import {
  assertContainsOperator,
  formatInvalidValue,
  formatUnsupportedOperator,
  getOperandTexts,
} from './error-messages.ts'

/** Attachments by part of their name or description (docs/api/queries.md §1.4, §2.4). */
export const fileSearch: FieldSearch = {
  filter(criterion, field, context) {
    if (!assertContainsOperator(criterion, field, context)) return undefined
    const { value } = criterion
    if (typeof value !== 'string' && typeof value !== 'number') return context.reportProblem(formatInvalidValue(field))
    return value === '' ? matchAll : { kind: 'file', field: field.id, text: String(value) }
  },
  compare(comparison, field, context) {
    const { operator } = comparison
    if (operator !== '=' && operator !== '!=')
      return context.reportProblem(formatUnsupportedOperator(field.name, operator))
    const [text] = getOperandTexts(comparison, message`file field '${field.name}'`, context) ?? []
    if (text === undefined) return undefined
    const contains: Condition = { kind: 'file', field: field.id, text }
    return (operator === '=') === (text !== '') ? contains : not(contains)
  },
}
