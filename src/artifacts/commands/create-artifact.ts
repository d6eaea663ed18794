import type { Tx } from '../../database/db/db.ts'
import { prefetchIds } from '../../database/sql/sql.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { getFieldRights } from '../../trackers/policy.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import { keepStructure, readStructureRevision } from '../../trackers/store/structure-locks.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { assertNoErrors } from '../model/feedback.ts'
import { mayCreateArtifact, maySubmitRequired } from '../policy.ts'
import { loadWritingContext } from '../reads/load-write-context.ts'
import { applyWorkflow } from '../rules/apply-workflow.ts'
import { checkGlobalRules } from '../rules/global-rule-problems.ts'
import { acceptValues, isEmpty } from './accept-values.ts'
import { completeValues } from './complete-values.ts'
import {
  collectAffected,
  collectNeeds,
  type FieldEntries,
  indexEntriesByField,
  withoutNulls,
} from './entries-by-field.ts'
import { retryWhileOutdated } from './retry-while-outdated.ts'
import { type AwaitVersion, storeChange } from './store-change.ts'

/** Input for a new artifact, in any of its forms (docs/api/artifacts.md §3.6). */
export interface NewArtifact {
  readonly trackerId: TrackerId
  /**
   * Called once the tracker is known and the caller may write to it, and again if the tracker changes meanwhile. null:
   * the input names no field.
   */
  entriesFor(tracker: Tracker): readonly FieldValueInput[] | null | Promise<readonly FieldValueInput[]>
  /** Copies are created without running the workflow. */
  readonly usesWorkflow: boolean
  readonly timezone: string
}

export interface CreatedArtifact {
  readonly artifactVersion: ArtifactVersion
  readonly tracker: Tracker
  readonly project: Project
}

interface CreationContext extends Omit<CreatedArtifact, 'artifactVersion'> {
  readonly permit: Permit<'create an artifact', Tracker>
  readonly caller: Caller
  readonly entries: FieldEntries
  /** Counter of the trackers when the tracker was loaded. */
  readonly loadedAt: number
}

/** Creates an artifact, with the checks in the order of docs/api/artifacts.md §3.6. */
export async function createArtifact(
  world: CommandWorld,
  caller: Caller,
  newArtifact: NewArtifact,
): Promise<CreatedArtifact> {
  const { awaitVersion, tracker, project } = await retryWhileOutdated(world, (loadedAt) =>
    tryToCreate(world, caller, newArtifact, loadedAt),
  )
  return { artifactVersion: await awaitVersion(), tracker, project }
}

/** Returns undefined if the tracker changes meanwhile. */
async function tryToCreate(world: CommandWorld, caller: Caller, newArtifact: NewArtifact, loadedAt: number) {
  const place = await loadTrackerWithProject(withReads(world), newArtifact.trackerId)
  const permit = mayCreateArtifact(caller, place)
  const { subject: tracker } = permit
  // A tracker that the caller may write to has a project.
  const project = place.project as Project
  const entries = await newArtifact.entriesFor(tracker)
  if (entries === null) throw new Refusal('invalid', 'No valid data are provided')
  const creation: CreationContext = {
    permit,
    caller,
    tracker,
    project,
    entries: indexEntriesByField(tracker, withoutNulls(entries)),
    loadedAt,
  }
  const affected = collectAffected(entries, { projects: [project.id] })
  const awaitVersion = await world.db.writeArtifacts(affected, (tx, db) =>
    createInTransaction(tx, { ...world, db }, creation, newArtifact),
  )
  return awaitVersion && { awaitVersion, tracker, project }
}

async function createInTransaction(
  tx: Tx,
  world: UnitWorld,
  creation: CreationContext,
  newArtifact: NewArtifact,
): Promise<AwaitVersion | undefined> {
  const { caller, tracker, project, entries: fieldEntries } = creation
  const { usesWorkflow, timezone } = newArtifact
  await keepStructure(tx, [tracker.id])
  const at = world.clock.now()
  const needs = collectNeeds(fieldEntries)
  const context = await loadWritingContext(tx, world, { ...creation, artifact: null, needs, timezone, now: at })
  const rights = getFieldRights(caller, tracker)
  const accepted = acceptValues({
    entries: fieldEntries,
    context,
    // Read-only field types report the error themselves.
    maySet: (field) => getFieldType(field.type).isReadOnly || rights.canSubmit(field),
  })
  maySubmitRequired(caller, tracker)
  const values = completeValues(tracker, accepted, context, rights.canSubmit)
  const flow = usesWorkflow
    ? applyWorkflow({ tracker, before: null, changed: values, comment: '', caller, now: at, timezone, isEmpty })
    : { problems: [], isAboutValue: false, values: {}, actions: [] }
  // A transition that does not exist is reported with the other invalid values.
  if (context.problems.length > 0) assertNoErrors([...context.problems, ...(flow.isAboutValue ? flow.problems : [])])
  const all = { ...values, ...flow.values }
  assertNoErrors([
    ...flow.problems,
    ...(usesWorkflow ? checkGlobalRules({ tracker, caller, values: all, changed: all }) : []),
  ])
  const by = { submittedBy: getUserId(caller), submittedEmail: null, submittedOn: at }
  const [revision] = await runPipelined(
    tx,
    () => readStructureRevision(tx),
    () => prefetchIds(tx, ['artifact', 'changeset']),
  )
  if (revision !== creation.loadedAt) return undefined
  return storeChange(tx, world, {
    permit: creation.permit,
    tracker,
    project,
    caller,
    changeset: { ...by, values: all, comments: [] },
    reverseLinkChanges: context.reverseLinkChanges,
    actions: flow.actions,
    timezone,
  })
}
