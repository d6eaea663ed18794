import type { Field } from '../../fields/model/field.ts'
import { listTypesHolding } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import type { Tracker, TriggerRule } from '../model/tracker.ts'
import { identifyTriggerRule } from '../triggers/trigger-rule.ts'
import type { TriggersInput } from './input-schemas.ts'
import type { Problems } from './problems.ts'
import { createFieldResolver, findElement, type ResolveElement } from './resolve-element.ts'

type TriggerEnd = TriggerRule['target']
type EndInput = TriggersInput[number]['target']
type ResolveList = ResolveElement<TriggerEnd['field'], TriggerEnd['value']>

interface TriggerContext {
  readonly tracker: Pick<Tracker, 'fieldById'>
  /** Fields of child trackers that new triggers may refer to. */
  readonly childFields: readonly Field[]
  /** Triggers of the tracker: accepted as they are, so that those of archives can be removed one by one. */
  readonly present: readonly TriggerRule[]
  readonly problems: Problems
}

/** Parses the triggers that replace those of a tracker (docs/api/trackers.md §4.12). */
export function parseTriggers(input: TriggersInput, { problems, ...context }: TriggerContext): TriggerRule[] {
  const present = new Map(context.present.map((rule) => [identifyTriggerRule(rule), rule]))
  const ofTracker = createFieldResolver(context.tracker.fieldById)
  const ofChildren = createFieldResolver(new Map(context.childFields.map((field) => [field.id, field])))
  const seen = new Set<string>()
  return input.flatMap((each) => {
    const key = identifyTriggerRule(toRule(each))
    if (seen.has(key)) problems.add(message`triggers: a trigger is listed more than once.`)
    seen.add(key)
    const kept = present.get(key)
    if (kept !== undefined) return [kept]
    const target = parseEnd(each.target, ofTracker, problems)
    const triggers = each.triggers.flatMap((end) => {
      if (ofChildren(end.field_id) !== undefined) return parseEnd(end, ofChildren, problems) ?? []
      problems.add(message`triggers: ${end.field_id} is not a field of a child tracker that you can read.`)
      return []
    })
    const values = new Set(each.triggers.map(({ field_id, value_id }) => `${field_id} ${value_id}`))
    if (values.size < each.triggers.length)
      problems.add(message`triggers: a trigger names a value of a child more than once.`)
    return target === undefined ? [] : [{ condition: each.condition, triggers, target }]
  })
}

/** Untrusted ids; only compared with those of existing triggers. */
const toRule = ({ condition, target, triggers }: TriggersInput[number]): TriggerRule => {
  const toEnd = ({ field_id, value_id }: EndInput) => ({ field: field_id, value: value_id }) as TriggerEnd
  return { condition, triggers: triggers.map(toEnd), target: toEnd(target) }
}

const requirement = { part: 'triggers', types: listTypesHolding('choice', 'choices'), bind: 'static' } as const

function parseEnd(input: EndInput, resolve: ResolveList, problems: Problems): TriggerEnd | undefined {
  const element = findElement(resolve, input.field_id, requirement, problems)
  if (element === undefined) return undefined
  // "None" is not reached.
  const value = input.value_id === NO_VALUE ? undefined : element.value(input.value_id)
  if (value === undefined)
    problems.add(message`triggers: ${input.value_id} is not a value of the list ${element.name}.`)
  return value && { field: element.ref, value }
}
