import { holdsFiles } from '../../fields/registry/capabilities.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { canSeeTracker } from '../../trackers/policy.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import { findTrackerOfField } from '../../trackers/store/fields.ts'
import { findUpload } from '../../uploads/store/uploads.ts'
import type { World } from '../../world/model/world.ts'
import type { Attachment, AttachmentAccess } from '../model/attachment.ts'
import { mayReadAttachment } from '../policy.ts'
import { findArtifactVersion } from '../store/artifact-versions.ts'
import { findAttachment } from '../store/attachments.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'
import { loadVisibleTrackers } from './visible-trackers.ts'

export type AttachmentWithBytes = Attachment & { readonly blob: string }

type Deps = Pick<World, 'db' | 'cache' | 'clock'>

/**
 * Returns a file with bytes if the caller may read it; otherwise throws `absent` without revealing why
 * (docs/api/attachments.md §5).
 */
export async function getAttachment(world: Deps, caller: Caller, id: FileId): Promise<AttachmentWithBytes> {
  const attachment = Number.isSafeInteger(id) && id > 0 ? await findAttachment(world.db.read, id) : undefined
  if (attachment === undefined || attachment.blob === null) throw new Refusal('absent')
  const sight = await (attachment.artifactId === null ? accessToUnattached : accessToAttached)(
    world,
    caller,
    attachment,
  )
  return { ...mayReadAttachment(caller, attachment, sight).subject, blob: attachment.blob }
}

const noFileAccess: AttachmentAccess = {
  canSeeTracker: false,
  canSeeArtifact: false,
  canReadField: false,
  isAttachable: false,
}

async function accessToAttached(world: Deps, caller: Caller, file: Attachment): Promise<AttachmentAccess> {
  const artifactVersion =
    file.artifactId === null ? undefined : await findArtifactVersion(world.db.read, file.artifactId)
  if (artifactVersion === undefined) return noFileAccess
  const [visible, visibleTrackers] = await Promise.all([
    filterVisibleArtifacts(world, caller, [artifactVersion]),
    loadVisibleTrackers(world, caller, [artifactVersion.trackerId]),
  ])
  const readable = visibleTrackers.get(artifactVersion.trackerId)?.readable ?? []
  const seesArtifact = visible.length > 0
  const readsField = readable.some((field) => holdsFiles(field) && field.id === file.fieldId)
  return { ...noFileAccess, canSeeTracker: seesArtifact, canSeeArtifact: seesArtifact, canReadField: readsField }
}

/** No artifact protects the file yet: only its uploader may read it, as long as it can be attached. */
async function accessToUnattached(world: Deps, caller: Caller, file: Attachment): Promise<AttachmentAccess> {
  const { read } = world.db
  const [tracked, chunked, canSee] = await Promise.all([
    findUpload(read, { kind: 'tracker', id: file.id }),
    findUpload(read, { kind: 'temporary', id: file.id }),
    file.fieldId === null || canSeeTrackerOf(world, caller, file.fieldId),
  ])
  const upload = tracked ?? chunked
  const isWaiting = upload !== undefined && upload.expiresOn > world.clock.now()
  return { ...noFileAccess, canSeeTracker: canSee, isAttachable: isWaiting }
}

async function canSeeTrackerOf(
  world: Deps,
  caller: Caller,
  field: NonNullable<Attachment['fieldId']>,
): Promise<boolean> {
  const id = await findTrackerOfField(world.db.read, field)
  if (id === undefined) return false
  const { tracker, project, settings } = await loadTrackerWithProject(world, id)
  return tracker !== undefined && canSeeTracker(caller, tracker, project, settings)
}
