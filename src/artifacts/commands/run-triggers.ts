import type { Tx } from '../../database/db/db.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { triggerPermit } from '../../kit/messages/system-permits.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { PostAction, Tracker, TriggerRule } from '../../trackers/model/tracker.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { getTriggers } from '../../trackers/store/triggers.ts'
import { type Child, findTriggeredRules, isTriggered } from '../../trackers/triggers/trigger-rule.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Artifact } from '../model/artifact.ts'
import { findChildren } from '../model/links.ts'
import { applyWorkflow } from '../rules/apply-workflow.ts'
import { loadArtifacts, lockArtifacts } from '../store/artifacts.ts'
import { loadChangedValues } from '../store/changesets.ts'
import { loadParents } from '../store/links.ts'
import { collectChangedValues } from './changed-values.ts'
import { enqueueActionJobs } from './enqueue-action-jobs.ts'
import { recordHistory } from './record-history.ts'

type Deps = Pick<CommandWorld, 'cache' | 'mail'>

interface TriggerContext {
  readonly caller: Caller
  readonly at: EpochSeconds
  /** IANA zone that decides where a day begins. */
  readonly timezone: string
}

interface ChangedArtifact extends TriggerContext {
  /** state after the change, which is its last changeset */
  readonly artifact: Artifact
  readonly tracker: Tracker
}

/**
 * docs/api/archive-format.md §2.1: after a change of an artifact, updates its parents and their parents in the same
 * transaction and in the name of the same user. Permissions, conditions and rules do not apply to these updates;
 * actions of the parent's transitions run.
 */
export async function runTriggers(
  tx: Tx,
  world: Deps,
  { artifact, tracker, ...context }: ChangedArtifact,
): Promise<void> {
  const all = await getTriggers(tx, world, tracker.projectId)
  const rules = all.filter(({ triggers }) => triggers.some(({ field }) => tracker.fieldById.has(field)))
  if (rules.length === 0) return
  const changed = (await loadChangedValues(tx, [artifact.lastChangesetId])).get(artifact.lastChangesetId) ?? {}
  // Each artifact is updated at most once, so cycles end.
  const done = new Set([artifact.id])
  let causes: ReadonlyMap<ArtifactId, StoredValues> = new Map([[artifact.id, changed]])
  while (causes.size > 0) causes = await updateParents(tx, world, { rules: all, causes, done, ...context })
}

interface Generation extends TriggerContext {
  readonly rules: readonly TriggerRule[]
  /** values that have just changed, by artifact */
  readonly causes: ReadonlyMap<ArtifactId, StoredValues>
  /** artifacts that have changed already */
  readonly done: Set<ArtifactId>
}

/** Updates the parents of one generation and returns their changed values. */
async function updateParents(tx: Tx, world: Deps, generation: Generation): Promise<Map<ArtifactId, StoredValues>> {
  const rulesByChild = new Map<ArtifactId, readonly TriggerRule[]>()
  for (const [id, values] of generation.causes) {
    const rules = findTriggeredRules(generation.rules, values)
    if (rules.length > 0) rulesByChild.set(id, rules)
  }
  const rulesFor = new Map<ArtifactId, Set<TriggerRule>>()
  for (const { parent, child } of await loadParents(tx, [...rulesByChild.keys()])) {
    if (generation.done.has(parent)) continue
    rulesFor.set(parent, new Set([...(rulesFor.get(parent) ?? []), ...(rulesByChild.get(child) ?? [])]))
  }
  const families = await loadFamilies(tx, [...rulesFor.keys()])
  const updates = families.flatMap(({ parent, tracker, children }) => {
    const values = targetValues([...(rulesFor.get(parent.id) ?? [])], tracker, children)
    return parentUpdates(parent, tracker, values, generation)
  })
  await recordParentUpdates(tx, world, updates, generation)
  for (const { artifact } of updates) generation.done.add(artifact.id)
  return new Map(updates.map(({ artifact, values }) => [artifact.id, values]))
}

interface Family {
  readonly parent: Artifact
  readonly tracker: Tracker
  readonly children: readonly Child[]
}

/** Locks and loads parents with their trackers and children; parents in deleted trackers are skipped. */
async function loadFamilies(tx: Tx, ids: readonly ArtifactId[]): Promise<Family[]> {
  const parents = [...(await lockArtifacts(tx, ids)).values()]
  const parentTrackers = await loadTrackers(tx, [...new Set(parents.map(({ trackerId }) => trackerId))])
  const pairs = parents.flatMap((parent) => {
    const tracker = parentTrackers.get(parent.trackerId)
    return tracker === undefined || tracker.deletedOn !== null ? [] : [{ parent, tracker }]
  })
  const idsOf = ({ parent, tracker }: (typeof pairs)[number]) => findChildren(parent.values, tracker.fields)
  const children = await loadArtifacts(tx, [...new Set(pairs.flatMap(idsOf))])
  const childTrackers = await loadTrackers(tx, [...new Set([...children.values()].map(({ trackerId }) => trackerId))])
  return pairs.map((pair) => ({
    ...pair,
    children: idsOf(pair).flatMap((id) => {
      const child = children.get(id)
      const tracker = child && childTrackers.get(child.trackerId)
      return child === undefined || tracker === undefined ? [] : [{ tracker, values: child.values }]
    }),
  }))
}

/** Returns the target values of the triggered rules; the later of two rules for one field wins. */
function targetValues(rules: readonly TriggerRule[], { fieldById }: Tracker, children: readonly Child[]): StoredValues {
  const reachedRules = rules.filter((rule) => fieldById.get(rule.target.field)?.isUsed && isTriggered(rule, children))
  return Object.fromEntries(reachedRules.map(({ target }) => [target.field, [target.value]]))
}

interface ParentUpdate {
  readonly artifact: Artifact
  readonly tracker: Tracker
  readonly values: StoredValues
  readonly actions: readonly PostAction[]
}

function parentUpdates(
  artifact: Artifact,
  tracker: Tracker,
  target: StoredValues,
  { at, timezone }: TriggerContext,
): ParentUpdate[] {
  const changed = collectChangedValues(artifact.values, target, tracker.fields)
  if (Object.keys(changed).length === 0) return []
  const { values, actions } = applyWorkflow({
    tracker,
    before: artifact.values,
    changed,
    comment: '',
    caller: { kind: 'system', reason: 'trigger' },
    now: at,
    timezone,
    // No field is required of the system.
    isEmpty: () => false,
  })
  return [
    {
      artifact,
      tracker,
      actions,
      values: collectChangedValues(artifact.values, { ...changed, ...values }, tracker.fields),
    },
  ]
}

async function recordParentUpdates(
  tx: Tx,
  _world: Deps,
  updates: readonly ParentUpdate[],
  { caller, at }: TriggerContext,
): Promise<void> {
  if (updates.length === 0) return
  const userId = getUserId(caller)
  const after = await recordHistory(
    tx,
    updates.map(({ artifact, tracker, values }) => {
      const by = { submittedBy: userId, submittedEmail: null, submittedOn: at }
      const changesets = [{ ...by, values, comments: [] }]
      const log = { projectId: tracker.projectId }
      return { permit: triggerPermit, artifact, fields: tracker.fields, changesets, log }
    }),
  )
  const places = updates.map(({ tracker, actions }, index) => ({
    tracker,
    actions,
    artifact: after[index] as Artifact,
  }))
  await enqueueActionJobs(tx, places, { caller, at })
}
