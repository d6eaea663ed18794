import type { Tx } from '../../database/db/db.ts'
import { prefetchIds } from '../../database/sql/sql.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { trimBlanks } from '../../kit/text/trim-blanks.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Precondition } from '../../kit/values/precondition.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getFieldRights } from '../../trackers/policy.ts'
import { keepStructure } from '../../trackers/store/structure-locks.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Artifact, ArtifactVersion } from '../model/artifact.ts'
import { computeStateEffects } from '../model/effects-of-state.ts'
import { assertNoErrors, assertNoValueErrors } from '../model/feedback.ts'
import { type ArtifactLocation, mayUpdateArtifact } from '../policy.ts'
import { getArtifactLocation, isArtifactVisible } from '../reads/artifact-location.ts'
import { loadWritingContext, type WritingContext } from '../reads/load-write-context.ts'
import { applyWorkflow } from '../rules/apply-workflow.ts'
import { checkGlobalRules } from '../rules/global-rule-problems.ts'
import { lockArtifactOfStructure } from '../store/artifacts.ts'
import { acceptValues, formatMissingField, isEmpty } from './accept-values.ts'
import { assertUnmodified, readTagEpoch } from './assert-unmodified.ts'
import { assertCommentLength, buildComment, type CommentInput } from './build-comment.ts'
import { collectChangedValues } from './changed-values.ts'
import { collectAffected, collectNeeds, indexEntriesByField } from './entries-by-field.ts'
import { retryWhileOutdated } from './retry-while-outdated.ts'
import { type AwaitVersion, sendVersionQuery, storeChange } from './store-change.ts'
import { updateReverseLinks } from './update-reverse-links.ts'

/** Input for the update of an artifact (docs/api/artifacts.md §3.8). */
export interface UpdateRequest {
  readonly entries: readonly FieldValueInput[]
  /** null: no comment */
  readonly comment: CommentInput | null
  readonly precondition: Precondition
  readonly timezone: string
}

/**
 * Updates an artifact, with the checks in the order of docs/api/artifacts.md §3.8. Returns the resulting version, or
 * the current one if nothing changes. `first`: what was read at the beginning of the request; null: the artifact does
 * not exist.
 */
export async function updateArtifact(
  world: CommandWorld,
  caller: Caller,
  id: ArtifactId,
  update: UpdateRequest,
  first?: ArtifactVersion | null,
): Promise<ArtifactVersion> {
  const affected = collectAffected(update.entries, { changed: [id] })
  let knownVersion = first
  const awaitVersion = await retryWhileOutdated(world, async (loadedAt) => {
    const place = await getArtifactLocation(withReads(world), id, knownVersion)
    knownVersion = undefined
    return world.db.writeArtifacts(affected, async (tx, db) => {
      await keepStructure(tx, [place.tracker.id])
      const [locked, epoch] = await runPipelined(
        tx,
        () => lockArtifactOfStructure(tx, id),
        () => readTagEpoch(tx, update.precondition),
        () => prefetchIds(tx, update.comment === null ? ['changeset'] : ['changeset', 'comment']),
      )
      if (locked === undefined) throw new Refusal('absent')
      const { artifact, revision } = locked
      // It was moved, or a tracker changed.
      if (artifact.trackerId !== place.tracker.id || revision !== loadedAt) return undefined
      const permit = mayUpdateArtifact(caller, artifact, place, await isArtifactVisible(tx, caller, artifact, place))
      assertUnmodified(update.precondition, artifact, place.tracker, epoch)
      return applyUpdate(tx, { ...world, db }, caller, permit, place, update)
    })
  })
  return awaitVersion()
}

async function applyUpdate(
  tx: Tx,
  world: UnitWorld,
  caller: Caller,
  permit: Permit<'update', Artifact>,
  place: ArtifactLocation,
  update: UpdateRequest,
): Promise<AwaitVersion> {
  const { subject: artifact } = permit
  const { tracker } = place
  // A user who sees an artifact sees its project.
  const project = place.project as Project
  const { timezone } = update
  const now = world.clock.now()
  const fieldEntries = indexEntriesByField(tracker, update.entries)
  const needs = collectNeeds(fieldEntries)
  const context = await loadWritingContext(tx, world, {
    permit,
    tracker,
    project,
    caller,
    artifact,
    needs,
    timezone,
    now,
  })
  const accepted = acceptValues({ entries: fieldEntries, context, ...updateRights(caller, artifact, place, context) })
  for (const field of fieldEntries.keys()) {
    if (field.isRequired && field.id in accepted.values && isEmpty(field, accepted.values[field.id]))
      context.problems.push(formatMissingField(context.named(field)))
  }
  const before = artifact.values
  const changed = requestedChanges(artifact, accepted.values, tracker)
  const comment = trimBlanks(update.comment?.body ?? '')
  const workflowVerdict = applyWorkflow({ tracker, before, changed, comment, caller, now, timezone, isEmpty })
  // A transition that does not exist is reported with the other invalid values.
  if (context.problems.length > 0)
    assertNoValueErrors([...context.problems, ...(workflowVerdict.isAboutValue ? workflowVerdict.problems : [])])
  const { frozen } = computeStateEffects(artifact.values, tracker)
  // docs/api/field-values.md §17: the message does not name the fields.
  if (caller.kind !== 'system' && Object.keys(changed).some((id) => frozen.has(Number(id) as FieldId)))
    throw new Refusal('invalid', 'Fields are not valid')

  if (Object.keys(changed).length === 0 && comment === '') {
    const { reverseLinkChanges } = context
    if (reverseLinkChanges.length > 0)
      await updateReverseLinks(tx, world, { artifact, reverseLinkChanges, caller, at: now, timezone })
    return sendVersionQuery(tx, artifact)
  }
  if (workflowVerdict.isAboutValue) assertNoValueErrors(workflowVerdict.problems)
  assertNoErrors(workflowVerdict.problems)
  const values = collectChangedValues(before, { ...changed, ...workflowVerdict.values }, tracker.fields)
  assertNoErrors(checkGlobalRules({ tracker, caller, values: { ...before, ...values }, changed: values }))
  assertCommentLength(comment)
  const by = { submittedBy: getUserId(caller), submittedEmail: null, submittedOn: now }
  const comments =
    update.comment === null ? [] : await buildComment(tx, { ...update.comment, body: comment }, { caller, place, by })
  return storeChange(tx, world, {
    permit,
    tracker,
    project,
    caller,
    timezone,
    changeset: { ...by, values, comments },
    reverseLinkChanges: context.reverseLinkChanges,
    actions: workflowVerdict.actions,
  })
}

/**
 * docs/api/client-needs.md §15: clients send whole forms, so only values that differ count; an empty entry for a field
 * that never had a value changes nothing.
 */
function requestedChanges({ values: before }: Artifact, requested: StoredValues, { fields }: Tracker): StoredValues {
  const fieldsToCompare = fields.filter(
    ({ id, type }) => id in before || !getFieldType(type).storage?.isSameValue(undefined, requested[id]),
  )
  return collectChangedValues(before, requested, fieldsToCompare)
}

/** Returns which fields the caller may set, and which entries for other fields change nothing. */
function updateRights(caller: Caller, artifact: Artifact, { tracker }: ArtifactLocation, context: WritingContext) {
  const { canRead, canUpdate } = getFieldRights(caller, tracker)
  const maySet: Parameters<typeof acceptValues>[0]['maySet'] = (field) =>
    getFieldType(field.type).isReadOnly || canUpdate(field)
  // docs/api/client-needs.md §15: clients send whole forms, also fields that the caller may not set. A caller who
  // cannot read the field could probe its value this way.
  const isHarmless: Parameters<typeof acceptValues>[0]['isHarmless'] = (field, entry) => {
    const { input: writing, storage } = getFieldType(field.type)
    if (!canRead(field)) return false
    let changesMore = false
    const noteChange = (): void => {
      changesMore = true
    }
    const value = writing?.parse(entry, field, {
      ...context.accepting(field),
      reportProblem: noteChange,
      requestReverseLinks: noteChange,
    })
    return !changesMore && (value === undefined || storage?.isSameValue(artifact.values[field.id], value) === true)
  }
  return { maySet, isHarmless }
}
