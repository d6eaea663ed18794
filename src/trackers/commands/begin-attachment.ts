import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId, FileId } from '../../kit/values/ids.ts'
import { type AnnouncedFile, beginUpload } from '../../uploads/commands/begin-upload.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { mayAttachFiles } from '../policy.ts'
import { loadTrackerWithProject } from '../reads/get-tracker.ts'
import { findTrackerOfField } from '../store/fields.ts'

/**
 * Announces a file for a field (docs/api/attachments.md §2, the checks in its order); the id under which it will be
 * attached.
 */
export async function beginAttachment(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'files' | 'staging'>,
  caller: Caller,
  id: FieldId,
  file: AnnouncedFile,
): Promise<FileId> {
  const trackerId = await findTrackerOfField(withReads(world).db.read, id)
  if (trackerId === undefined) throw new Refusal('absent', 'Field not found.')
  const { tracker, project, settings } = await loadTrackerWithProject(withReads(world), trackerId)
  return beginUpload(world, mayAttachFiles(caller, tracker?.fieldById.get(id), tracker, project, settings), file)
}
