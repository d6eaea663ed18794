import type { ConditionName, ConditionsBy } from '../model/definition.ts'
import { comment } from './comment.ts'
import type { Condition, ConditionMap, FlagColumn } from './condition.ts'
import { filledFields } from './filled-fields.ts'
import { permission } from './permission.ts'

/** Every condition, in the order of checks (docs/api/field-values.md §17); a new one is a file of this directory and a line here. */
const conditions: { readonly [Name in ConditionName]: Condition<Name> } = {
  groups: permission,
  notEmptyFields: filledFields,
  isCommentRequired: comment,
}

export const conditionEntries = Object.entries(conditions) as unknown as readonly (readonly [
  ConditionName,
  Condition,
])[]

/** Returns all conditions of a transition, built one by one. */
export const buildConditions = <FieldRef>(
  build: (condition: Condition, name: ConditionName) => unknown,
): ConditionsBy<FieldRef> =>
  // Each condition builds its own member.
  Object.fromEntries(
    conditionEntries.map(([name, condition]) => [name, build(condition, name)]),
  ) as unknown as ConditionsBy<FieldRef>

/** Replaces the references of all conditions. */
export const mapConditions = <From, To>(all: ConditionsBy<From>, map: ConditionMap<From, To>): ConditionsBy<To> =>
  buildConditions((condition, name) => condition.mapReferences(all[name], map))

/** Returns conditions for a transition from this state; null: from nothing. */
export const fitConditions = <FieldRef>(all: ConditionsBy<FieldRef>, from: unknown): ConditionsBy<FieldRef> =>
  buildConditions(({ isForChangesOnly, initial }, name) =>
    isForChangesOnly === true && from === null ? initial : all[name],
  )

/** Conditions that are stored as rows of a table. */
export const conditionLists = conditionEntries.flatMap(([name, { rows }]) =>
  'table' in rows ? [{ name, ...rows }] : [],
)

/** Conditions that are stored as a column of the transition. */
export const conditionFlags = conditionEntries.flatMap(([name, { rows }]) =>
  'flag' in rows ? [{ name, column: rows.flag }] : [],
)

/** Returns the columns of the transition. */
export const buildFlagColumns = (all: ConditionsBy<unknown>) =>
  Object.fromEntries(conditionFlags.map(({ name, column }) => [column, all[name] === true ? 1 : 0])) as Readonly<
    Record<FlagColumn, 0 | 1>
  >
