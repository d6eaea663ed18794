import type { Field } from '../../fields/model/field.ts'
import { joinMessages, type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Translate } from '../../kit/messages/translate.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { BindValueId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { runDry } from '../../world/units/dry-run.ts'
import { isEmpty } from '../commands/accept-values.ts'
import { updateArtifact } from '../commands/update-artifact.ts'
import type { Artifact } from '../model/artifact.ts'
import { computeStateEffects } from '../model/effects-of-state.ts'
import { type ArtifactLocation, type ExplainInput, explainDelete, explainRead, explainUpdate } from '../policy.ts'
import { loadFactsOf } from '../reads/artifact-location.ts'
import { loadDeletionQuota } from '../reads/deletion-quota.ts'
import { checkConditions } from '../rules/conditions.ts'
import { findState, findTransition } from '../rules/find-transition.ts'
import type { WorkflowContext } from '../rules/workflow-context.ts'

export const actions = ['read', 'update', 'comment', 'delete', 'transition'] as const

export interface ActionQuery {
  readonly action: (typeof actions)[number]
  /** for `update`: one field */
  readonly field?: Field | undefined
  /** for `transition`: the target value; null: none */
  readonly to?: BindValueId | null | undefined
  readonly comment: string
}

/** A checked rule, and its refusal or null. */
export interface ExplainedRule {
  readonly rule: string | Message
  readonly refusal: string | Message | null
  readonly detail: string | Message | null
}

interface ExplainContext {
  readonly artifact: Artifact
  readonly place: ArtifactLocation
  /** The caller of the explained action; a read-only administrator is not an administrator for writes. */
  readonly caller: Caller
  readonly timezone: string
}

/**
 * Returns the rules that allow or refuse an action, in the order in which they are checked, up to the first refusal:
 * the rules of the policies and, for values, the change itself in a rolled back transaction
 * (docs/decisions/0025-explain-permissions-with-the-policies.md).
 */
export async function explainPermission(
  world: World,
  context: ExplainContext,
  query: ActionQuery,
): Promise<readonly ExplainedRule[]> {
  const { artifact, place, caller } = context
  const facts = await loadFactsOf(world.db.read, caller, artifact, place)
  const input: ExplainInput = { caller, artifact, location: place, facts }
  switch (query.action) {
    case 'read':
      return explainRead(input).map(toExplainedRule)
    case 'comment':
      return explainUpdate(input).map(toExplainedRule)
    case 'update':
      return explainUpdate(input, query.field && withState(query.field, context)).map(toExplainedRule)
    case 'delete':
      return explainDelete(input, await loadDeletionQuota(world, caller, place)).map(toExplainedRule)
    case 'transition':
      return explainTransition(world, input, context, query)
    default:
      return query.action satisfies never
  }
}

/** Returns the texts of a rule in the language of the request. */
export function translateRule({ rule, refusal, detail }: ExplainedRule, translate: Translate) {
  const toText = (text: string | Message): string => translate(text) ?? `${text}`
  return {
    rule: toText(rule),
    refusal: refusal === null ? null : toText(refusal),
    detail: detail === null ? null : toText(detail),
  }
}

type PolicyStep = ReturnType<typeof explainRead>[number]

/** Converts a step of a policy. */
export const toExplainedRule = ({ rule, verdict, detail }: PolicyStep): ExplainedRule => ({
  rule,
  refusal: verdict === 'yes' ? null : (verdict.because ?? verdict.translated ?? refusalTexts[verdict.no] ?? verdict.no),
  detail: detail ?? null,
})

const refusalTexts: Readonly<Record<string, Message>> = {
  unauthenticated: message`Not signed in`,
  forbidden: message`The user is not allowed to do this.`,
  absent: message`The artifact does not exist for this user.`,
}

const withState = (field: Field, { artifact, place }: ExplainContext) => ({
  field,
  isFrozen: computeStateEffects(artifact.values, place.tracker).frozen.has(field.id),
})

async function explainTransition(
  world: World,
  input: ExplainInput,
  context: ExplainContext,
  { to = null, comment }: ActionQuery,
): Promise<readonly ExplainedRule[]> {
  const { artifact, place, caller, timezone } = context
  const { tracker } = place
  const { workflow } = tracker
  const field = workflow === null ? undefined : tracker.fieldById.get(workflow.field)
  if (workflow === null || field === undefined)
    throw new Refusal('invalid', 'The tracker has no workflow. Use action `update` with a field.')
  const from = findState(artifact.values, field.id)
  // An unchanged value needs no permission on the field.
  const rules = explainUpdate(input, from === to ? undefined : withState(field, context)).map(toExplainedRule)
  if (rules.some(({ refusal }) => refusal !== null)) return rules
  const before = artifact.values
  const changed = { [field.id]: to === null ? [] : [to] }
  const workflowContext = { tracker, before, changed, comment, caller, now: world.clock.now(), timezone, isEmpty }
  const more = workflow.isUsed ? transitionRules(workflowContext, from, to) : []
  if (more.some(({ refusal }) => refusal !== null)) return [...rules, ...more]
  return [...rules, ...more, await valueRule(world, context, field, to, comment)]
}

function transitionRules(
  workflowContext: WorkflowContext,
  from: BindValueId | null,
  to: BindValueId | null,
): ExplainedRule[] {
  const { workflow } = workflowContext.tracker
  if (workflow === null || from === to) return []
  const transition = findTransition(workflow, from, to)
  const rule = message`transition exists`
  if (transition === undefined)
    return [
      { rule, refusal: message`The workflow has no transition from the current value to this value.`, detail: null },
    ]
  const query: ExplainedRule[] = [{ rule, refusal: null, detail: message`Transition ${transition.id}` }]
  for (const { label, problems } of checkConditions(transition, workflowContext))
    query.push({ rule: label, refusal: problems.length === 0 ? null : joinMessages(problems), detail: null })
  return query
}

/** Checks values, actions of the transition, and date and list rules by applying the change and rolling it back. */
async function valueRule(
  world: World,
  { artifact, caller, timezone }: ExplainContext,
  field: Field,
  to: BindValueId | null,
  comment: string,
): Promise<ExplainedRule> {
  const rule = message`resulting values are valid`
  const commentInput = { body: comment, format: undefined, ugroups: undefined }
  const update = {
    entries: [{ field_id: field.id, bind_value_ids: to === null ? [] : [to] }],
    comment: comment === '' ? null : commentInput,
    precondition: {},
    timezone,
  }
  try {
    await runDry(world, (inside) => updateArtifact(inside, caller, artifact.id, update))
    return { rule, refusal: null, detail: null }
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const { message: text, details, kind } = problem
    return { rule, refusal: text === '' ? (details.translated ?? kind) : problem.text, detail: null }
  }
}
