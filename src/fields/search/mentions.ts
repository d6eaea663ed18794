import type { ArtifactId } from '../../kit/values/ids.ts'
import type { FieldSearch } from '../field-type/field-search.ts'
import { matchAll } from '../model/condition.ts'
import { assertContainsOperator, formatInvalidValue } from './error-messages.ts'
import { parseFilterId } from './parse-choice.ts'

/** Artifacts that mention the one with exactly this id, or that it mentions (docs/api/queries.md §1.4). */
export const filterByMention: NonNullable<FieldSearch['filter']> = (criterion, field, context) => {
  if (!assertContainsOperator(criterion, field, context)) return undefined
  const { value } = criterion
  if (value === '') return matchAll
  const id = parseFilterId(value)
  return id === undefined
    ? context.reportProblem(formatInvalidValue(field))
    : { kind: 'mention', artifact: id as ArtifactId }
}
