import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { mayAdministerProject } from '../../projects/policy.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { lockTrackersOfProject } from '../store/lock-trackers-of-project.ts'
import { loadTrackerOrder, saveTrackerOrder } from '../store/tracker-places.ts'

/** Tulipwood extension: arranges the trackers of a project. One that is created later is the last one. */
export async function arrangeTrackers(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  projectId: ProjectId,
  ids: readonly TrackerId[],
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    await lockTrackersOfProject(tx, projectId)
    const permit = mayAdministerProject(caller, await findProject(tx, projectId), settings)
    const existing = await loadTrackerOrder(tx, projectId)
    assertAllTrackers(ids, existing)
    if (existing.every((id, place) => id === ids[place])) return
    await saveTrackerOrder(tx, permit, ids)
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: 'trackers arranged',
      detail: { trackers: ids },
    })
  })
}

/** All problems are found before anything is written. */
function assertAllTrackers(ids: readonly TrackerId[], existing: readonly TrackerId[]): void {
  const known = new Set(existing)
  const stranger = ids.find((id) => !known.has(id))
  if (stranger !== undefined)
    throw new Refusal('invalid', message`trackers: ${stranger} is not a tracker of the project.`)
  const given = new Set(ids)
  if (given.size < ids.length) throw new Refusal('invalid', message`trackers: each tracker may occur only once.`)
  const missing = existing.find((id) => !given.has(id))
  if (missing !== undefined)
    throw new Refusal('invalid', message`trackers: ${missing} is missing. All trackers of the project are required.`)
}
