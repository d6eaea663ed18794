import type { Field } from '../../fields/model/field.ts'
import { isContainer } from '../../fields/registry/capabilities.ts'
import { joinMessages, type Message, message } from '../../kit/messages/message.ts'
import type { BindValueId, FieldId } from '../../kit/values/ids.ts'
import { getPostActionType } from '../actions/registry.ts'
import { conditionEntries } from '../conditions/registry.ts'
import { describeCriterion } from '../criteria/registry.ts'
import { ruleEntries } from '../rules/registry.ts'
import { semanticEntries } from '../semantics/registry.ts'
import { listTriggerEnds } from '../triggers/trigger-rule.ts'
import type { Report } from './report.ts'
import type { Semantics, Tracker, TriggerRule } from './tracker.ts'

/** docs/api/trackers.md §4.7: returns why an element can be neither unused nor deleted; undefined: it can. */
export function findRemovalProblem(
  field: Field,
  tracker: Tracker,
  triggers: readonly TriggerRule[],
): Message | undefined {
  if (isContainer(field.type)) return findContainerProblem(field, tracker)
  const isInTriggers = triggers.some((rule) => listTriggerEnds(rule).some((end) => end.field === field.id))
  const problems = [
    ...(isUsedInWorkflow(field.id, tracker) ? [message`Impossible to delete this field (used in workflow) `] : []),
    ...(isInTriggers ? [message`Impossible to delete this field (used in triggers) `] : []),
    ...(isUsedInRules(field.id, tracker) ? [message`Impossible to delete this field (field dependencies) `] : []),
  ]
  if (problems.length > 0) return joinMessages(problems, '')
  const semantics = semanticsOfField(field.id, tracker.semantics)
  return semantics.length === 0
    ? undefined
    : message`Impossible to delete this field (used by: ${semantics.join(', ')})`
}

function findContainerProblem(field: Field, tracker: Tracker): Message | undefined {
  if (tracker.fields.some(({ parentId, isUsed }) => isUsed && parentId === field.id))
    return message`Not allowed to delete non-empty field set.`
  return isUsedInWorkflow(field.id, tracker) ? message`Not allowed to delete a fieldset used in workflow.` : undefined
}

function isUsedInWorkflow(id: FieldId, { workflow }: Tracker): boolean {
  if (workflow === null) return false
  if (workflow.field === id) return true
  return workflow.transitions.some(
    (transition) =>
      conditionEntries.some(([name, { fieldsOf }]) => fieldsOf?.(transition[name]).includes(id)) ||
      transition.actions.some((action) => getPostActionType(action.kind).fieldsOf(action).includes(id)),
  )
}

const isUsedInRules = (id: FieldId, { rules }: Tracker): boolean =>
  ruleEntries.some(([name, { fieldsOf }]) => rules[name].some((rule) => fieldsOf(rule).includes(id)))

/** The semantics that a field carries, by name. */
const semanticsOfField = (id: FieldId, all: Semantics): string[] =>
  semanticEntries.flatMap(([name, semantic]) => {
    const value = all[name]
    return value !== undefined && semantic.fieldsOf(value).includes(id) ? [name] : []
  })

/** Returns the values of a list that other parts of trackers refer to: those parts would break without them. */
export function collectReferencedValues(
  field: Field,
  { workflow, rules, semantics }: Tracker,
  triggers: readonly TriggerRule[],
  reports: readonly Pick<Report, 'criteria'>[],
): ReadonlySet<BindValueId | number> {
  const ofRules = ruleEntries.flatMap(([name, { valuesOf }]) =>
    rules[name].flatMap((rule) => valuesOf?.(rule, field.id) ?? []),
  )
  const ofWorkflow =
    workflow?.field === field.id
      ? workflow.transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to]))
      : []
  const ofSemantics = semanticEntries.flatMap(([, semantic]) => semantic.valuesOf?.(semantics, field.id) ?? [])
  const ofTriggers = triggers.flatMap((rule) =>
    listTriggerEnds(rule).flatMap(({ field: id, value }) => (id === field.id ? [value] : [])),
  )
  const ofReports = reports.flatMap(({ criteria }) =>
    criteria.flatMap((criterion) =>
      criterion.field === field.id
        ? describeCriterion(criterion, (type, content) => type.valuesOf?.(content) ?? []).flat()
        : [],
    ),
  )
  return new Set<BindValueId | number>([...ofRules, ...ofWorkflow, ...ofSemantics, ...ofTriggers, ...ofReports])
}
