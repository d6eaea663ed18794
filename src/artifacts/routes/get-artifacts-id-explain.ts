import type { Field } from '../../fields/model/field.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal, type RefusalKind } from '../../kit/messages/refusal.ts'
import { trimBlanks } from '../../kit/text/trim-blanks.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { type ArtifactId, type BindValueId, NO_VALUE } from '../../kit/values/ids.ts'
import { Type, verbatim } from '../../kit/values/schema.ts'
import { resolveExplainedUser } from '../../sign-in/reads/resolve-explained-user.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { isFieldVisible, mayExplainFor } from '../policy.ts'
import { getArtifactLocation } from '../reads/artifact-location.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { actions, type ExplainedRule, explainPermission, translateRule } from '../responses/explain-permission.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

const Explanation = Type.Object(
  {
    action: Type.String({ description: 'Action to explain.' }),
    user: Type.Union([Type.String(), Type.Null()], { description: 'Login; null: anonymous.' }),
    is_allowed: Type.Boolean(),
    rules: Type.Array(
      Type.Object(
        { rule: Type.String(), is_satisfied: Type.Boolean(), refusal: orNull, detail: orNull },
        { additionalProperties: false },
      ),
      { description: 'In the order of evaluation, which ends at the first rule that is not satisfied.' },
    ),
  },
  { title: 'PermissionExplanation', additionalProperties: false },
)

/** Tulipwood extension: docs/decisions/0025-explain-permissions-with-the-policies.md. */
export const getArtifactsIdExplain = defineRoute({
  method: 'GET',
  url: '/artifacts/:id/explain',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'Explain which rules allow or refuse an action on an artifact, for the caller or (tracker administrators) for another user.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object({
    action: Type.Union(
      actions.map((action) => Type.Literal(action)),
      { description: 'Action to explain.' },
    ),
    user: Type.String({ default: '', description: 'Id or login of another user, or `anonymous`.' }),
    field: Type.String({ default: '', description: 'For `update`: id or short name of a field.' }),
    to: Type.String({
      default: '',
      description: 'Of a transition: id or label of the value it leads to; 100 is none.',
    }),
    comment: Type.String({ default: '', format: verbatim, description: 'For `transition`: the comment.' }),
  }),
  answers: { 200: Explanation },
  async answer({ params, query, caller: asker, timezone, translate }, world) {
    const artifact = await getArtifact(world, asker, params.id).catch((problem: unknown) =>
      hideArtifact(asker, problem),
    )
    const place = await getArtifactLocation(world, artifact.id)
    const { tracker } = place
    const { action, user, comment } = query
    // Callers who may not explain permissions of others must not learn which users exist.
    if (user !== '') mayExplainFor(asker, tracker, isSelf(asker, user))
    const { reading, writing, refusal, ...explained } = await resolveExplainedUser(world, asker, user)
    const caller = action === 'read' ? reading : writing
    const login = explained.user?.login ?? null
    const actionQuery = {
      action,
      field: query.field === '' ? undefined : findField(asker, tracker, query.field),
      to: action === 'transition' ? findState(asker, tracker, query.to) : undefined,
      comment: trimBlanks(comment),
    }
    const usable: ExplainedRule = { rule: message`account is active`, refusal, detail: null }
    const more =
      refusal === null ? await explainPermission(world, { artifact, place, caller, timezone }, actionQuery) : []
    const rules = login === null ? more : [usable, ...more]
    return {
      body: {
        action,
        user: login,
        is_allowed: rules.every((each) => each.refusal === null),
        rules: rules.map((each) => ({ ...translateRule(each, translate), is_satisfied: each.refusal === null })),
      },
    }
  },
})

/** Hides artifacts that the caller does not see; anonymous callers get 401 whether or not the artifact exists. */
function hideArtifact(asker: Caller, problem: unknown): never {
  if (!(problem instanceof Refusal)) throw problem
  if (asker.kind === 'anonymous' && hiddenKinds.has(problem.kind)) throw new Refusal('unauthenticated')
  throw hiddenKinds.has(problem.kind) ? new Refusal('absent') : problem
}

const hiddenKinds: ReadonlySet<RefusalKind> = new Set(['absent', 'forbidden', 'unauthenticated'])

const isSelf = (asker: Caller, user: string): boolean =>
  asker.kind === 'member' && (String(asker.id) === user || asker.login === user)

function findField(asker: Caller, tracker: Tracker, name: string): Field {
  const field = tracker.fields.find(({ id, name: own }) => own === name || String(id) === name)
  if (field === undefined || !isFieldVisible(asker, field, tracker))
    throw new Refusal('invalid', message`The tracker has no field ${name}.`)
  return field
}

function findState(asker: Caller, tracker: Tracker, name: string): BindValueId | null {
  const { workflow, fieldById } = tracker
  const field = workflow === null ? undefined : fieldById.get(workflow.field)
  if (field === undefined || !isFieldVisible(asker, field, tracker))
    throw new Refusal('invalid', 'The tracker has no workflow. Use action `update` with a field.')
  if (name === '' || name === String(NO_VALUE)) return null
  const { bind } = field
  const values = bind?.kind === 'static' ? bind.values : []
  const value = values.find(({ id, label }) => String(id) === name || label === name)
  if (value === undefined) throw new Refusal('invalid', message`\`to\`: the workflow has no value ${name}.`)
  return value.id
}
