import type { Static, TObject } from 'typebox'
import type { RuleName, RulesBy, RulesOf } from '../model/definition.ts'
import { dateRules } from './date-rules.ts'
import { listRules } from './list-rules.ts'
import type { RuleMap, RuleType } from './rule-type.ts'

/** Every kind of rule, in the order of checks and of the API; a new one is a file of this directory and a line here. */
const ruleTypes = {
  dates: dateRules,
  lists: listRules,
} satisfies { readonly [Name in RuleName]: RuleType<Name> }

export const ruleEntries = Object.entries(ruleTypes) as unknown as readonly (readonly [RuleName, RuleType])[]

/** `workflow.rules` (docs/api/trackers.md §3.8). */
export type RuleRepresentations = {
  [Name in RuleName]: Static<TObject<(typeof ruleTypes)[Name]['api']['properties']>>[]
}

/** Returns all rules of a tracker, built kind by kind. */
export const buildRules = <FieldRef, ValueRef>(
  build: (type: RuleType, name: RuleName) => readonly unknown[],
): RulesOf<FieldRef, ValueRef> =>
  // Each kind builds its own rules.
  Object.fromEntries(ruleEntries.map(([name, type]) => [name, build(type, name)])) as unknown as RulesOf<
    FieldRef,
    ValueRef
  >

/** Replaces the references of all rules. */
export const mapRules = <F, V, F2, V2>(all: RulesOf<F, V>, map: RuleMap<F, V, F2, V2>): RulesOf<F2, V2> =>
  buildRules((type, name) =>
    (all[name] as readonly RulesBy<F, V>[RuleName][]).map((rule) => type.mapReferences(rule, map)),
  )
