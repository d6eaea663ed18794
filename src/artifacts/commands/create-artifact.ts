import { fieldType } from '../../fields/registry.ts'
import type { FieldValueInput } from '../../fields/write-context.ts'
import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { fieldRights } from '../../trackers/policy.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import type { ArtifactGlance } from '../model/artifact.ts'
import { refuseErrors } from '../model/feedback.ts'
import { mayCreateArtifact, maySubmitRequired } from '../policy.ts'
import { loadWritingContext } from '../reads/writing-context.ts'
import { applyWorkflow } from '../rules/apply-workflow.ts'
import { globalRuleProblems } from '../rules/global-rule-problems.ts'
import { waitForTurn } from '../store/turns.ts'
import { acceptValues, isEmpty } from './accept-values.ts'
import { completeValues } from './complete-values.ts'
import { entriesByField, needsOf, type SentFields, speaksOfOthers, withoutNulls } from './entries-by-field.ts'
import { storeChange } from './store-change.ts'

/** What somebody wants to be made, in whichever of its forms (docs/api/artifacts.md §3.6). */
export interface WantedArtifact {
  readonly trackerId: TrackerId
  /** Called once the tracker is known and the caller may write into it; none sent: nothing is made. */
  entriesFor(tracker: Tracker): readonly FieldValueInput[] | Promise<readonly FieldValueInput[]>
  /** Copies are made whatever the workflow says. */
  readonly usesWorkflow: boolean
  readonly timezone: string
}

export interface CreatedArtifact {
  readonly glance: ArtifactGlance
  readonly tracker: Tracker
  readonly project: Project
}

interface Making extends Omit<CreatedArtifact, 'glance'> {
  readonly caller: Caller
  readonly sent: SentFields
}

/** docs/api/artifacts.md §3.6, the checks in its order. */
export async function createArtifact(world: World, caller: Caller, wanted: WantedArtifact): Promise<CreatedArtifact> {
  const place = await loadTrackerWithProject(world, wanted.trackerId)
  const tracker = mayCreateArtifact(caller, place).subject
  // A tracker in which somebody may write has a project.
  const project = place.project as Project
  const entries = await wanted.entriesFor(tracker)
  if (entries.length === 0) throw new Refusal('invalid', 'No valid data are provided')
  const making: Making = { caller, tracker, project, sent: entriesByField(tracker, withoutNulls(entries)) }
  const glance = await world.db.write(async (tx) => {
    if (speaksOfOthers(entries)) await waitForTurn(tx)
    return make(tx, world, making, wanted)
  })
  return { glance, tracker, project }
}

async function make(tx: Tx, world: World, making: Making, wanted: WantedArtifact): Promise<ArtifactGlance> {
  const { caller, tracker, project, sent } = making
  const { usesWorkflow, timezone } = wanted
  const at = world.clock.now()
  const needs = needsOf(sent)
  const context = await loadWritingContext(tx, world, { ...making, artifact: null, needs, timezone, now: at })
  const rights = fieldRights(caller, tracker)
  const accepted = acceptValues({
    sent,
    context,
    // What the product sets by itself says so itself.
    may: (field) => fieldType(field.type).isReadOnly || rights.canSubmit(field),
  })
  maySubmitRequired(caller, tracker)
  const values = completeValues(tracker, accepted, context, rights.canSubmit)
  refuseErrors(context.problems)
  const flow = usesWorkflow
    ? applyWorkflow({ tracker, before: null, sent: values, comment: '', caller, now: at, timezone, isEmpty })
    : { problems: [], values: {}, jobs: [] }
  const all = { ...values, ...flow.values }
  refuseErrors([...flow.problems, ...(usesWorkflow ? globalRuleProblems({ tracker, values: all, sent: all }) : [])])
  const by = { submittedBy: userIdOf(caller), submittedEmail: null, submittedOn: at }
  return storeChange(tx, world, {
    artifact: null,
    tracker,
    project,
    caller,
    changeset: { ...by, values: all, comments: [] },
    wishes: context.wishes,
    builds: flow.jobs,
    timezone,
  })
}
