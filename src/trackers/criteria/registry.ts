import type { Static } from 'typebox'
import type { CriterionContentBy, CriterionName } from '../model/definition.ts'
import type { CriterionType } from './criterion-type.ts'
import { list } from './list.ts'
import { text } from './text.ts'

/** Every kind of criterion; a new one is a file of this directory and a line here. */
const criterionTypes = { text, values: list } satisfies {
  readonly [Name in CriterionName]-?: CriterionType<Name>
}

export const criterionEntries = Object.entries(criterionTypes) as unknown as readonly (readonly [
  CriterionName,
  CriterionType,
])[]

/** Value of a criterion in the API. */
export type CriterionValue = Static<(typeof criterionTypes)[CriterionName]['api']['schema']>

/** Calls `describe` with each kind of content that a criterion has: one at most. */
export const describeCriterion = <ValueRef, Result>(
  criterion: CriterionContentBy<ValueRef>,
  describe: (type: CriterionType, content: never, name: CriterionName) => Result,
): Result[] =>
  criterionEntries.flatMap(([name, type]) => {
    const content = criterion[name]
    // Each kind describes its own content.
    return content === undefined ? [] : [describe(type, content as never, name)]
  })

/** Replaces the references of a criterion. */
export const mapCriterion = <From, To>(
  criterion: CriterionContentBy<From>,
  map: (value: From) => To,
): CriterionContentBy<To> =>
  Object.fromEntries(describeCriterion(criterion, (type, content, name) => [name, type.mapReferences(content, map)]))
