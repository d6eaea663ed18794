import type { Field } from '../fields/field.ts'
import { type Caller, userIdOf } from '../kit/caller.ts'
import { dryRun } from '../kit/dry-run.ts'
import type { BindValueId } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import type { World } from '../kit/world.ts'
import { isEmpty } from './commands/accept-values.ts'
import { updateArtifact } from './commands/update-artifact.ts'
import type { Artifact } from './model/artifact.ts'
import { windowStart } from './model/deletion-quota.ts'
import { effectsOfState } from './model/effects-of-state.ts'
import { type ArtifactLocation, type ExplainInput, explainDelete, explainRead, explainUpdate } from './policy.ts'
import { loadFactsOf } from './reads/artifact-location.ts'
import { conditions } from './rules/conditions.ts'
import { findTransition, stateIn } from './rules/find-transition.ts'
import type { WorkflowContext } from './rules/workflow-context.ts'
import { countDeletions } from './store/deletions.ts'

export const actions = ['read', 'update', 'comment', 'delete', 'transition'] as const

export interface ActionQuery {
  readonly action: (typeof actions)[number]
  /** of an update: one field */
  readonly field?: Field | undefined
  /** of a transition: the value it leads to; null: none */
  readonly to?: BindValueId | null | undefined
  readonly comment: string
}

/** One rule that was asked; what it refuses with, or null. */
export interface ExplainedRule {
  readonly rule: string
  readonly refusal: string | null
  readonly detail: string | null
}

interface ExplainContext {
  readonly artifact: Artifact
  readonly place: ArtifactLocation
  /** As whom the request would come: administrators who may only read are none when they write. */
  readonly caller: Caller
  readonly timezone: string
}

/**
 * The rules that allow or refuse an action, in the order in which they are asked, up to the first that refuses: those of
 * the policies that decide, and where values are judged, the change itself, undone again (docs/decisions/0025-explain-permissions-with-the-policies.md).
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
      return explainDelete(input, await loadQuota(world, caller, place)).map(toExplainedRule)
    case 'transition':
      return explainTransition(world, input, context, query)
    default:
      return query.action satisfies never
  }
}

type PolicyStep = ReturnType<typeof explainRead>[number]

const toExplainedRule = ({ rule, verdict, detail }: PolicyStep): ExplainedRule => ({
  rule,
  refusal: verdict === 'yes' ? null : (verdict.because ?? verdict.translated ?? refusalTexts[verdict.no] ?? verdict.no),
  detail: detail ?? null,
})

const refusalTexts: Readonly<Record<string, string>> = {
  unauthenticated: 'Nobody has signed in',
  forbidden: 'This person is not allowed to',
  absent: 'It is not there for this person',
}

const withState = (field: Field, { artifact, place }: ExplainContext) => ({
  field,
  isFrozen: effectsOfState(artifact.values, place.tracker).frozen.has(field.id),
})

async function loadQuota({ db, clock }: World, caller: Caller, { settings }: ArtifactLocation) {
  const user = userIdOf(caller)
  if (user === null) return null
  const used = await countDeletions(db.read, user, windowStart(clock.now()))
  return { limit: settings.artifacts_deletion_limit, used }
}

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
    throw new Refusal('invalid', 'The tracker has no workflow: ask for `update` of a field')
  const from = stateIn(artifact.values, field.id)
  // A form that says again what is there changes nothing, so nobody asks for the right to change it.
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
  const rule = 'the workflow has such a transition'
  if (transition === undefined) return [{ rule, refusal: 'The workflow does not lead there from here', detail: null }]
  const query: ExplainedRule[] = [{ rule, refusal: null, detail: `Transition ${transition.id}` }]
  for (const { name, problems } of conditions) {
    const found = problems(transition, workflowContext)
    query.push({ rule: name, refusal: found.length === 0 ? null : found.join(' '), detail: null })
    if (found.length > 0) break
  }
  return query
}

/** Values, actions of the transition, rules of dates and lists: tried, and undone. */
async function valueRule(
  world: World,
  { artifact, caller, timezone }: ExplainContext,
  field: Field,
  to: BindValueId | null,
  comment: string,
): Promise<ExplainedRule> {
  const rule = 'what the change leads to is allowed'
  const commentInput = { body: comment, format: undefined, ugroups: undefined }
  const update = {
    entries: [{ field_id: field.id, bind_value_ids: to === null ? [] : [to] }],
    comment: comment === '' ? null : commentInput,
    precondition: {},
    timezone,
  }
  try {
    await dryRun(world, (inside) => updateArtifact(inside, caller, artifact.id, update))
    return { rule, refusal: null, detail: null }
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return { rule, refusal: problem.message || (problem.details.translated ?? problem.kind), detail: null }
  }
}
