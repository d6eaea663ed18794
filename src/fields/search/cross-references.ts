import type { ArtifactId } from '../../kit/values/ids.ts'
import type { FieldSearch } from '../field-type/field-search.ts'
import { type Condition, type LinkEnd, matchAll } from '../model/condition.ts'
import { assertContainsOperator, formatInvalidValue } from './error-messages.ts'
import { parseFilterId } from './parse-choice.ts'

/**
 * Artifacts with a cross reference from or to the one with exactly this id, as the field shows them: mentions in texts
 * and links (docs/api/queries.md §1.4, docs/api/field-values.md §14).
 */
export const filterByCrossReference: NonNullable<FieldSearch['filter']> = (criterion, field, context) => {
  if (!assertContainsOperator(criterion, field, context)) return undefined
  const { value } = criterion
  if (value === '') return matchAll
  // An id that nothing has is unknown, however large it is.
  const id = parseFilterId(value) as ArtifactId | undefined
  if (id === undefined) return context.reportProblem(formatInvalidValue(field))
  const other: LinkEnd = { kind: 'artifact', id }
  const isLinkedFrom: Condition = { kind: 'link', direction: 'reverse', type: null, other }
  const linksTo: Condition = { kind: 'link', direction: 'forward', type: null, other }
  return {
    kind: 'any',
    of: [{ kind: 'mention', artifact: id }, isLinkedFrom, ...(context.showsLinks ? [linksTo] : [])],
  }
}
