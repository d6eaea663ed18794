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
import { type Place, type ToExplain, whyDelete, whyRead, whyUpdate } from './policy.ts'
import { standingOf } from './reads/place-of.ts'
import { conditions } from './rules/conditions.ts'
import { stateIn, transitionTo } from './rules/transition-to.ts'
import type { WorkflowQuestion } from './rules/workflow-question.ts'
import { countDeletions } from './store/deletions.ts'

export const actions = ['read', 'update', 'comment', 'delete', 'transition'] as const

export interface AskedAction {
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

interface Asking {
  readonly artifact: Artifact
  readonly place: Place
  /** As whom the request would come: administrators who may only read are none when they write. */
  readonly caller: Caller
  readonly timezone: string
}

/**
 * The rules that allow or refuse an action, in the order in which they are asked, up to the first that refuses: those of
 * the policies that decide, and where values are judged, the change itself, undone again (docs/decisions/0025-explain-permissions-with-the-policies.md).
 */
export async function explainedAction(
  world: World,
  asking: Asking,
  asked: AskedAction,
): Promise<readonly ExplainedRule[]> {
  const { artifact, place, caller } = asking
  const standing = await standingOf(world.db.read, caller, artifact, place)
  const known: ToExplain = { caller, artifact, place, standing }
  switch (asked.action) {
    case 'read':
      return whyRead(known).map(told)
    case 'comment':
      return whyUpdate(known).map(told)
    case 'update':
      return whyUpdate(known, asked.field && withState(asked.field, asking)).map(told)
    case 'delete':
      return whyDelete(known, await quotaOf(world, caller, place)).map(told)
    case 'transition':
      return whyTransition(world, known, asking, asked)
    default:
      return asked.action satisfies never
  }
}

type Step = ReturnType<typeof whyRead>[number]

const told = ({ rule, verdict, detail }: Step): ExplainedRule => ({
  rule,
  refusal: verdict === 'yes' ? null : (verdict.because ?? verdict.translated ?? wordsOf[verdict.no] ?? verdict.no),
  detail: detail ?? null,
})

const wordsOf: Readonly<Record<string, string>> = {
  unauthenticated: 'Nobody has signed in',
  forbidden: 'This person is not allowed to',
  absent: 'It is not there for this person',
}

const withState = (field: Field, { artifact, place }: Asking) => ({
  field,
  isFrozen: effectsOfState(artifact.values, place.tracker).frozen.has(field.id),
})

async function quotaOf({ db, clock }: World, caller: Caller, { settings }: Place) {
  const user = userIdOf(caller)
  if (user === null) return null
  const used = await countDeletions(db.read, user, windowStart(clock.now()))
  return { limit: settings.artifacts_deletion_limit, used }
}

async function whyTransition(
  world: World,
  known: ToExplain,
  asking: Asking,
  { to = null, comment }: AskedAction,
): Promise<readonly ExplainedRule[]> {
  const { artifact, place, caller, timezone } = asking
  const { tracker } = place
  const { workflow } = tracker
  const field = workflow === null ? undefined : tracker.fieldById.get(workflow.field)
  if (workflow === null || field === undefined)
    throw new Refusal('invalid', 'The tracker has no workflow: ask for `update` of a field')
  const from = stateIn(artifact.values, field.id)
  // A form that says again what is there changes nothing, so nobody asks for the right to change it.
  const rules = whyUpdate(known, from === to ? undefined : withState(field, asking)).map(told)
  if (rules.some(({ refusal }) => refusal !== null)) return rules
  const before = artifact.values
  const sent = { [field.id]: to === null ? [] : [to] }
  const question = { tracker, before, sent, comment, caller, now: world.clock.now(), timezone, isEmpty }
  const more = workflow.isUsed ? transitionRules(question, from, to) : []
  if (more.some(({ refusal }) => refusal !== null)) return [...rules, ...more]
  return [...rules, ...more, await valueRule(world, asking, field, to, comment)]
}

function transitionRules(
  question: WorkflowQuestion,
  from: BindValueId | null,
  to: BindValueId | null,
): ExplainedRule[] {
  const { workflow } = question.tracker
  if (workflow === null || from === to) return []
  const transition = transitionTo(workflow, from, to)
  const rule = 'the workflow has such a transition'
  if (transition === undefined) return [{ rule, refusal: 'The workflow does not lead there from here', detail: null }]
  const asked: ExplainedRule[] = [{ rule, refusal: null, detail: `Transition ${transition.id}` }]
  for (const { name, problems } of conditions) {
    const found = problems(transition, question)
    asked.push({ rule: name, refusal: found.length === 0 ? null : found.join(' '), detail: null })
    if (found.length > 0) break
  }
  return asked
}

/** Values, actions of the transition, rules of dates and lists: tried, and undone. */
async function valueRule(
  world: World,
  { artifact, caller, timezone }: Asking,
  field: Field,
  to: BindValueId | null,
  comment: string,
): Promise<ExplainedRule> {
  const rule = 'what the change leads to is allowed'
  const said = { body: comment, format: undefined, ugroups: undefined }
  const update = {
    entries: [{ field_id: field.id, bind_value_ids: to === null ? [] : [to] }],
    comment: comment === '' ? null : said,
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
