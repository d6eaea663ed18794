import type { ArtifactId } from '../../kit/ids.ts'
import { matchAll } from '../condition.ts'
import { assertContainsOperator, formatInvalidValue } from './error-messages.ts'
import type { FieldSearch } from './field-search.ts'
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
