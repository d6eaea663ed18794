import type { ArtifactId } from '../../kit/ids.ts'
import { everything } from '../condition.ts'
import { idIn } from './choice-named.ts'
import { invalidValue, isContains } from './complaints.ts'
import type { Searching } from './searching.ts'

/** Artifacts that mention the one with exactly this id, or that it mentions (docs/api/queries.md §1.4). */
export const filterByMention: NonNullable<Searching['filter']> = (criterion, field, context) => {
  if (!isContains(criterion, field, context)) return undefined
  const { value } = criterion
  if (value === '') return everything
  const id = idIn(value)
  return id === undefined ? context.complain(invalidValue(field)) : { kind: 'mention', artifact: id as ArtifactId }
}
