import type { Caller } from '../../kit/caller.ts'
import type { FileId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { canSeeTracker } from '../../trackers/policy.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import { trackerOfField } from '../../trackers/store/fields.ts'
import { findUpload } from '../../uploads/store/uploads.ts'
import type { Attachment, AttachmentSight } from '../model/attachment.ts'
import { mayReadAttachment } from '../policy.ts'
import { lookForAttachment } from '../store/attachments.ts'
import { lookForGlance } from '../store/glances.ts'
import { seenTrackers } from './seen-trackers.ts'
import { visibleArtifacts } from './visible-artifacts.ts'

export type AttachmentWithBytes = Attachment & { readonly blob: string }

type Needed = Pick<World, 'db' | 'cache' | 'clock'>

/**
 * A file that has bytes, when the caller may read it; everything else is absent, and nothing says why
 * (docs/api/attachments.md §5).
 */
export async function findAttachment(world: Needed, caller: Caller, id: FileId): Promise<AttachmentWithBytes> {
  const found = Number.isSafeInteger(id) && id > 0 ? await lookForAttachment(world.db.read, id) : undefined
  if (found === undefined || found.blob === null) throw new Refusal('absent')
  const sight = await (found.artifactId === null ? sightOfWaiting : sightOfAttached)(world, caller, found)
  return { ...mayReadAttachment(caller, found, sight).subject, blob: found.blob }
}

const nothing: AttachmentSight = { seesTracker: false, seesArtifact: false, readsField: false, isWaiting: false }

async function sightOfAttached(world: Needed, caller: Caller, file: Attachment): Promise<AttachmentSight> {
  const glance = file.artifactId === null ? undefined : await lookForGlance(world.db.read, file.artifactId)
  if (glance === undefined) return nothing
  const [visible, seen] = await Promise.all([
    visibleArtifacts(world, caller, [glance]),
    seenTrackers(world, caller, [glance.trackerId]),
  ])
  const readable = seen.get(glance.trackerId)?.readable ?? []
  const seesArtifact = visible.length > 0
  const readsField = readable.some((field) => field.type === 'file' && field.id === file.fieldId)
  return { ...nothing, seesTracker: seesArtifact, seesArtifact, readsField }
}

/** Nothing of an artifact protects it yet: it is its uploader's, as long as it may be attached. */
async function sightOfWaiting(world: Needed, caller: Caller, file: Attachment): Promise<AttachmentSight> {
  const { read } = world.db
  const [tracked, chunked, seesIt] = await Promise.all([
    findUpload(read, { kind: 'tracker', id: file.id }),
    findUpload(read, { kind: 'temporary', id: file.id }),
    file.fieldId === null || seesTrackerOf(world, caller, file.fieldId),
  ])
  const upload = tracked ?? chunked
  const isWaiting = upload !== undefined && upload.expiresOn > world.clock.now()
  return { ...nothing, seesTracker: seesIt, isWaiting }
}

async function seesTrackerOf(
  world: Needed,
  caller: Caller,
  field: NonNullable<Attachment['fieldId']>,
): Promise<boolean> {
  const id = await trackerOfField(world.db.read, field)
  if (id === undefined) return false
  const { tracker, project, settings } = await loadTrackerWithProject(world, id)
  return tracker !== undefined && canSeeTracker(caller, tracker, project, settings)
}
