import type { Tx } from '../../database/db/db.ts'
import { sendStatement } from '../../database/unit/unawaited.ts'
import type { ReverseLinkChange } from '../../fields/contexts/write-context.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Project } from '../../projects/model/project.ts'
import type { PostAction, Tracker } from '../../trackers/model/tracker.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import type { Artifact, ArtifactVersion } from '../model/artifact.ts'
import type { NewChangeset } from '../model/changeset.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { reserveArtifact } from '../store/save-artifacts.ts'
import { assertStorageQuota } from './assert-storage-quota.ts'
import { enqueueActionJobs } from './enqueue-action-jobs.ts'
import { recordHistory } from './record-history.ts'
import { runTriggers } from './run-triggers.ts'
import { listAddedFiles, updateAttachments } from './update-attachments.ts'
import { updateReverseLinks } from './update-reverse-links.ts'

/** A validated change that only has to be stored. */
export interface ValidatedChange {
  /** To update the locked artifact, or to create one now. */
  readonly permit: Permit<'update', Artifact> | Permit<'create an artifact', Tracker>
  readonly tracker: Tracker
  readonly project: Project
  readonly caller: Caller
  readonly changeset: NewChangeset
  readonly reverseLinkChanges: readonly ReverseLinkChange[]
  /** Actions of the transition that is taken. */
  readonly actions: readonly PostAction[]
  readonly timezone: string
}

/** Waits for the version of an artifact; to be called after the commit, whose response arrives together with it. */
export type AwaitVersion = () => Promise<ArtifactVersion>

/**
 * Stores a change with its effects: files, reverse links, parents and the change log. Returns the resulting version.
 */
export async function storeChange(tx: Tx, world: UnitWorld, change: ValidatedChange): Promise<AwaitVersion> {
  const { tracker, project, caller, changeset, reverseLinkChanges, actions, timezone } = change
  const { submittedOn: at } = changeset
  const { permit } = change
  const isNew = permit.action === 'create an artifact'
  const before = isNew
    ? await reserveArtifact(tx, permit, { trackerId: permit.subject.id, ...changeset })
    : permit.subject
  const [artifact] = await recordHistory(tx, [
    {
      permit,
      artifact: before,
      fields: tracker.fields,
      changesets: [changeset],
      isIndexed: !isNew,
      log: { projectId: project.id },
    },
  ])
  // One history, one artifact.
  const after = artifact as Artifact
  const files = { fields: tracker.fields, before: before.values, after: changeset.values }
  await assertStorageQuota(tx, world, project.id, listAddedFiles(files))
  await updateAttachments(tx, { permit, artifact: after, ...files })
  if (reverseLinkChanges.length > 0)
    await updateReverseLinks(tx, world, { artifact: after, reverseLinkChanges, caller, at, timezone })
  await runTriggers(tx, world, { artifact: after, tracker, caller, at, timezone })
  await enqueueActionJobs(tx, [{ artifact: after, tracker, actions }], { caller, at })
  // No other artifact can refer to a new one yet.
  if (isNew && reverseLinkChanges.length === 0) return async () => ({ ...after, cacheVersion: 0 })
  return sendVersionQuery(tx, after)
}

/**
 * Reads the version of an artifact as the last statement of the transaction that changes it, because reverse links and
 * triggers may have changed it further.
 */
export function sendVersionQuery(tx: Tx, { id }: Artifact): Promise<AwaitVersion> {
  return sendStatement(tx, async (sender) => {
    const [artifactVersion] = await loadArtifactVersions(sender, [id])
    if (artifactVersion === undefined)
      throw new Error(`Artifact ${id} disappeared within the transaction that changes it`)
    return artifactVersion
  })
}
