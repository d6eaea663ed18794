import { group } from '../../accounts/model/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import type { ConvertContext } from '../../fields/model/conversion.ts'
import type { Field, StoredValues } from '../../fields/model/field.ts'
import { holdsFiles, holdsGrants } from '../../fields/registry/capabilities.ts'
import { type ConversionExtent, convertValue, describeConversion } from '../../fields/registry/convert-value.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Precondition } from '../../kit/values/precondition.ts'
import type { Project } from '../../projects/model/project.ts'
import { auditTracker } from '../../trackers/commands/audit-tracker.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import { keepStructure } from '../../trackers/store/structure-locks.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Changeset } from '../model/changeset.ts'
import type { MovePlan } from '../model/move-plan.ts'
import { mayMoveArtifact } from '../policy.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { loadMoveConversion } from '../reads/move-conversion.ts'
import { planMove } from '../reads/plan-move.ts'
import { lockArtifactOfStructure } from '../store/artifacts.ts'
import { loadChangesets } from '../store/changesets.ts'
import { replaceModifiers } from '../store/modifiers.ts'
import {
  changeTracker,
  moveFiles,
  regroupComments,
  removeReferences,
  rewriteChangesets,
} from '../store/rewrite-artifact.ts'
import { assertUnmodified, readTagEpoch } from './assert-unmodified.ts'
import { recordHistory } from './record-history.ts'
import { recordReferences } from './record-references.ts'
import { retryWhileOutdated } from './retry-while-outdated.ts'

export interface Move {
  readonly id: ArtifactId
  readonly to: TrackerId
  readonly isDryRun: boolean
  readonly precondition: Precondition
}

/** Effect of a move on each field. */
export interface MoveResult {
  readonly migrated: readonly Field[]
  readonly partiallyMigrated: readonly Field[]
  readonly notMigrated: readonly Field[]
}

interface MoveEnd {
  readonly tracker: Tracker
  readonly project: Project
}

/** Moves an artifact to another tracker with its id, its history and its rank (docs/api/artifacts.md §3.9). */
export const moveArtifact = (world: CommandWorld, caller: Caller, move: Move): Promise<MoveResult> =>
  retryWhileOutdated(world, (loadedAt) => tryToMove(world, caller, move, loadedAt))

/** Returns undefined if the artifact was moved, or a tracker changed, concurrently. */
async function tryToMove(
  world: CommandWorld,
  caller: Caller,
  { id, to, isDryRun, precondition }: Move,
  loadedAt: number,
): Promise<MoveResult | undefined> {
  const loadedArtifact = await getArtifact(withReads(world), caller, id)
  const [from, target] = await Promise.all([
    loadTrackerWithProject(withReads(world), loadedArtifact.trackerId),
    loadTrackerWithProject(withReads(world), to),
  ])
  mayMoveArtifact(caller, loadedArtifact, from, target)
  // The policy refuses if one of these is missing.
  const [source, destination] = [from, target] as readonly MoveEnd[] as readonly [MoveEnd, MoveEnd]
  const plan = planMove(source.tracker, destination.tracker)
  if (plan.pairs.length === 0) throw noMovableFields()
  const affected = { changed: [id], projects: [source.project.id, destination.project.id] }
  return world.db.writeArtifacts(affected, async (tx) => {
    await keepStructure(tx, [source.tracker.id, destination.tracker.id])
    const locked = await lockArtifactOfStructure(tx, id)
    if (locked === undefined) throw new Refusal('absent')
    const { artifact, revision } = locked
    if (artifact.trackerId !== source.tracker.id || revision !== loadedAt) return undefined
    assertUnmodified(precondition, artifact, source.tracker, await readTagEpoch(tx, precondition))
    const permit = mayMoveArtifact(caller, artifact, from, target)
    const history = await loadChangesets(tx, id)
    const steps = history.map(({ values }) => values)
    const context = await loadMoveConversion(tx, permit, {
      source: source.project,
      target: destination.project,
      plan,
      steps,
      isDryRun,
    })
    const moved = resultOfPlan(plan, artifact, context)
    if (moved.notMigrated.length === plan.fields.length) throw noMovableFields()
    assertStaysRestricted(artifact, plan, context)
    if (isDryRun) return moved
    const at = world.clock.now()
    await move(tx, { permit, history, plan, context, source, destination, caller, at })
    return moved
  })
}

const noMovableFields = (): Refusal =>
  new Refusal('invalid', 'No fields in the artifact can be moved in the destination tracker.')

function resultOfPlan({ pairs, fields }: MovePlan, { values }: Artifact, context: ConvertContext): MoveResult {
  const extents = new Map(pairs.map(({ from, to }) => [from, describeConversion(values[from.id], from, to, context)]))
  const having = (extent: ConversionExtent) => fields.filter((field) => (extents.get(field) ?? 'nothing') === extent)
  return { migrated: having('whole'), partiallyMigrated: having('part'), notMigrated: having('nothing') }
}

/**
 * Visibility moves with the artifact: a restricted artifact must not become visible to all users of the new tracker.
 */
function assertStaysRestricted(
  { permissionSetId, values }: Artifact,
  { pairs }: MovePlan,
  context: ConvertContext,
): void {
  if (permissionSetId === null) return
  const isClosedThere = pairs.some(
    ({ from, to }) =>
      holdsGrants(to) && (convertValue(values[from.id] ?? null, from, to, context).value ?? null) !== null,
  )
  if (isClosedThere) return
  throw new Refusal(
    'invalid',
    'The artifact is restricted to some user groups, and the destination tracker has no field for that.',
  )
}

interface MoveContext {
  readonly permit: Permit<'move', Artifact>
  readonly history: readonly Changeset[]
  readonly plan: MovePlan
  readonly context: ConvertContext
  readonly source: MoveEnd
  readonly destination: MoveEnd
  readonly caller: Caller
  readonly at: number
}

async function move(tx: Tx, moving: MoveContext): Promise<void> {
  const { permit, history, plan, context, source, destination, caller, at } = moving
  const { subject: artifact } = permit
  const { id } = artifact
  const converted = history.map((changeset) => ({
    ...changeset,
    values: convertValues(changeset.values, plan, context),
  }))
  await rewriteChangesets(tx, permit, converted)
  for (const { from, to } of plan.pairs) if (holdsFiles(from)) await moveFiles(tx, permit, from.id, to.id)
  if (source.project.id !== destination.project.id)
    await regroupComments(tx, permit, (groups) => mapGroups(groups, context))
  const moved = await changeTracker(tx, permit, destination.tracker.id)
  await replaceModifiers(tx, permit, { artifact: moved, authors: history.map(({ submittedBy }) => submittedBy) })
  await removeReferences(tx, permit, id)
  const { fields } = destination.tracker
  const authorship = { submittedBy: getUserId(caller), submittedEmail: null, submittedOn: at }
  const body = `Artifact was moved from '${source.tracker.name}' tracker in '${source.project.name}' project.`
  const arrival = {
    ...authorship,
    values: {},
    comments: [{ ...authorship, format: 'text', body, groups: null }],
  } as const
  const changesets = converted.map(({ comment, ...rest }) => ({ ...rest, comments: comment === null ? [] : [comment] }))
  await recordReferences(tx, [{ permit, artifact: moved, fields, changesets }])
  const before = { ...moved, values: convertValues(artifact.values, plan, context) }
  const log = { kind: 'moved', from: source.tracker.id, projectId: destination.project.id, audience: 'users' } as const
  await recordHistory(tx, [{ permit, artifact: before, fields, changesets: [arrival], log }])
  const detail = { artifact: id, to: destination.tracker.id }
  await auditTracker(tx, source.tracker, { at, by: caller, action: 'artifact moved', detail })
}

/** If none of the groups exists in the new project, only administrators may read the comment. */
function mapGroups(groups: readonly UserGroupId[], { groupOf }: ConvertContext): readonly UserGroupId[] {
  const knownGroups = groups.flatMap((each) => groupOf(each) ?? [])
  return knownGroups.length > 0 ? knownGroups : [group.nobody]
}

function convertValues(values: StoredValues, plan: MovePlan, context: ConvertContext): StoredValues {
  const carried: Record<string, unknown> = {}
  for (const { from, to } of plan.pairs) {
    const value = values[from.id]
    if (value !== undefined) carried[to.id] = convertValue(value, from, to, context).value
  }
  return carried
}
