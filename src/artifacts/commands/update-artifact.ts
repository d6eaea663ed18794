import type { StoredValues } from '../../fields/field.ts'
import { fieldType } from '../../fields/registry.ts'
import type { FieldValueInput } from '../../fields/write-context.ts'
import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId, FieldId } from '../../kit/ids.ts'
import type { Precondition } from '../../kit/precondition.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { fieldRights } from '../../trackers/policy.ts'
import type { Artifact, ArtifactGlance } from '../model/artifact.ts'
import { effectsOfState } from '../model/effects-of-state.ts'
import { refuseErrors, refuseValues } from '../model/feedback.ts'
import { mayUpdateArtifact, type Place } from '../policy.ts'
import { isVisibleIn, placeOf } from '../reads/place-of.ts'
import { loadWritingContext, type WritingContext } from '../reads/writing-context.ts'
import { applyWorkflow } from '../rules/apply-workflow.ts'
import { globalRuleProblems } from '../rules/global-rule-problems.ts'
import { lockArtifact } from '../store/artifacts.ts'
import { waitForTurn } from '../store/turns.ts'
import { acceptValues, isEmpty, missing } from './accept-values.ts'
import { assertUnmodified } from './assert-unmodified.ts'
import { changedValues } from './changed-values.ts'
import { assertShort, commentOf, type SentComment } from './comment-of.ts'
import { entriesByField, needsOf, speaksOfOthers } from './entries-by-field.ts'
import { linkBack } from './link-back.ts'
import { glanceInside, storeChange } from './store-change.ts'

/** What somebody wants to be changed (docs/api/artifacts.md §3.8). */
export interface WantedUpdate {
  readonly entries: readonly FieldValueInput[]
  /** null: nothing is said */
  readonly comment: SentComment | null
  readonly precondition: Precondition
  readonly timezone: string
}

/**
 * docs/api/artifacts.md §3.8, the checks in its order; the version it led to, or when nothing changes the one there is.
 */
export async function updateArtifact(
  world: World,
  caller: Caller,
  id: ArtifactId,
  update: WantedUpdate,
): Promise<ArtifactGlance> {
  for (;;) {
    // What is remembered is looked up before, so that the transaction waits for nothing but itself.
    const place = await placeOf(world, id)
    const result = await world.db.write(async (tx) => {
      if (speaksOfOthers(update.entries)) await waitForTurn(tx)
      const artifact = await lockArtifact(tx, id)
      if (artifact === undefined) throw new Refusal('absent')
      if (artifact.trackerId !== place.tracker.id) return 'moved'
      mayUpdateArtifact(caller, artifact, place, await isVisibleIn(tx, caller, artifact, place))
      assertUnmodified(update.precondition, artifact, place.tracker)
      return change(tx, world, caller, artifact, place, update)
    })
    // It went to another tracker between the two: once more, with that one.
    if (result !== 'moved') return result
  }
}

async function change(
  tx: Tx,
  world: World,
  caller: Caller,
  artifact: Artifact,
  place: Place,
  update: WantedUpdate,
): Promise<ArtifactGlance> {
  const { tracker } = place
  // Who sees an artifact sees its project.
  const project = place.project as Project
  const { timezone } = update
  const now = world.clock.now()
  const sent = entriesByField(tracker, update.entries)
  const needs = needsOf(sent)
  const context = await loadWritingContext(tx, world, { tracker, project, caller, artifact, needs, timezone, now })
  const accepted = acceptValues({ sent, context, ...rightsTo(caller, artifact, place, context) })
  for (const field of sent.keys()) {
    if (field.isRequired && field.id in accepted.values && isEmpty(field, accepted.values[field.id]))
      context.problems.push(missing(field))
  }
  refuseValues(context.problems)
  const changed = changesAsked(artifact, accepted.values, tracker)
  const { frozen } = effectsOfState(artifact.values, tracker)
  // docs/api/field-values.md §17: not told which.
  if (caller.kind !== 'system' && Object.keys(changed).some((id) => frozen.has(Number(id) as FieldId)))
    throw new Refusal('invalid', 'Fields are not valid')

  const said = update.comment?.body ?? ''
  if (Object.keys(changed).length === 0 && said === '') {
    const { wishes } = context
    if (wishes.length > 0) await linkBack(tx, world, { artifact, wishes, caller, at: now, timezone })
    return glanceInside(tx, artifact)
  }
  const before = artifact.values
  const flow = applyWorkflow({ tracker, before, sent: changed, comment: said, caller, now, timezone, isEmpty })
  if (flow.isAboutValue) refuseValues(flow.problems)
  refuseErrors(flow.problems)
  const values = changedValues(before, { ...changed, ...flow.values }, tracker.fields)
  refuseErrors(globalRuleProblems({ tracker, values: { ...before, ...values }, sent: values }))
  assertShort(said)
  const by = { submittedBy: userIdOf(caller), submittedEmail: null, submittedOn: now }
  const comments = update.comment === null ? [] : await commentOf(tx, update.comment, { caller, place, by })
  return storeChange(tx, world, {
    artifact,
    tracker,
    project,
    caller,
    timezone,
    changeset: { ...by, values, comments },
    wishes: context.wishes,
    builds: flow.jobs,
  })
}

/**
 * docs/api/client-needs.md §15: of a whole form, what it says anew; an empty entry for what was never filled in says
 * nothing.
 */
function changesAsked({ values: before }: Artifact, sent: StoredValues, { fields }: Tracker): StoredValues {
  const said = fields.filter(
    ({ id, type }) => id in before || !fieldType(type).storage?.isSameValue(undefined, sent[id]),
  )
  return changedValues(before, sent, said)
}

/** Fields that the caller may set, and entries for others that would change nothing. */
function rightsTo(caller: Caller, artifact: Artifact, { tracker }: Place, context: WritingContext) {
  const { canRead, canUpdate } = fieldRights(caller, tracker)
  const may: Parameters<typeof acceptValues>[0]['may'] = (field) => fieldType(field.type).isReadOnly || canUpdate(field)
  // docs/api/client-needs.md §15: a whole form is sent, though only part of it was the writer's to fill in. Who does
  // not read the field could find out by trying what it holds.
  const isHarmless: Parameters<typeof acceptValues>[0]['isHarmless'] = (field, entry) => {
    const { input: writing, storage } = fieldType(field.type)
    if (!canRead(field)) return false
    let asksMore = false
    const note = (): void => {
      asksMore = true
    }
    const value = writing?.parse(entry, field, {
      ...context.accepting(field),
      reportProblem: note,
      requestReverseLinks: note,
    })
    return !asksMore && (value === undefined || storage?.isSameValue(artifact.values[field.id], value) === true)
  }
  return { may, isHarmless }
}
