import { message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { RulesOf } from '../model/definition.ts'
import type { Tracker } from '../model/tracker.ts'
import { buildRules } from '../rules/registry.ts'
import type { RuleType } from '../rules/rule-type.ts'
import type { RulesInput } from './input-schemas.ts'
import type { Problems } from './problems.ts'
import { createFieldResolver, type ResolveElement } from './resolve-element.ts'

/** docs/api/trackers.md §3.8: rules apply with and without a workflow. */
export const parseRules = <F, V>(input: RulesInput, element: ResolveElement<F, V>, problems: Problems): RulesOf<F, V> =>
  buildRules(({ api }, name) =>
    (input[name] ?? []).flatMap((rule) => api.define(rule as never, { element, problems }) ?? []),
  )

/**
 * Parses the rules that replace those of a tracker. Rules that it has already are accepted as they are: archives may
 * contain some that a new rule may not be like, and each of them can be removed by itself.
 */
export function parseNewRules(
  input: RulesInput,
  { rules, fieldById }: Pick<Tracker, 'rules' | 'fieldById'>,
  frozen: ReadonlySet<FieldId>,
  problems: Problems,
): Tracker['rules'] {
  const element = createFieldResolver(fieldById)
  return buildRules((type, name) => {
    const present = new Map(rules[name].map((rule) => [identify(type, type.api.represent(rule)), rule]))
    const inputs = new Map((input[name] ?? []).map((rule) => [identify(type, rule), rule]))
    if (inputs.size < (input[name] ?? []).length) problems.add(message`rules: a rule is listed more than once.`)
    const kept = [...present].flatMap(([key, rule]) => (inputs.has(key) ? [rule] : []))
    const added = [...inputs].flatMap(([key, rule]) =>
      present.has(key) ? [] : (type.api.define(rule as never, { element, problems }) ?? []),
    )
    const all = [...kept, ...added]
    const conflicts = type.findConflicts?.(added, all, { tracker: { fieldById }, frozen }) ?? []
    for (const conflict of conflicts) problems.add(conflict)
    return all
  })
}

/** Equal rules of a kind have the same text. */
const identify = ({ api }: RuleType, rule: object): string =>
  JSON.stringify(Object.keys(api.properties).map((name) => (rule as Readonly<Record<string, unknown>>)[name]))
