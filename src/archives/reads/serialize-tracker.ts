import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { declaration } from '../../kit/xml/write.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerBundle } from '../../trackers/reads/load-tracker-bundle.ts'
import { toTrackerDefinitions } from '../../trackers/reads/tracker-definition.ts'
import { writeTracker } from '../../trackers/xml/serialize/tracker.ts'
import { createExportedUsers } from './exported-users.ts'
import { createGroupNames } from './load-history-references.ts'
import { collectDefaultUsers } from './project-structure.ts'

/** Serializes a tracker without artifacts: a template for others (docs/api/archive-format.md §2.1). */
export async function serializeTracker(
  db: Reader,
  { id, projectId }: Pick<Tracker, 'id' | 'projectId'>,
): Promise<string> {
  const [definition] = toTrackerDefinitions(await loadTrackerBundle(db, projectId, [id]), (group) => group).definitions
  if (definition === undefined) throw trackerNotFound(id)
  const people = createExportedUsers()
  await people.load(db, collectDefaultUsers([definition]))
  const groupNames = createGroupNames(await loadProjectGroups(db, projectId))
  return `${declaration}${writeTracker(definition, { userReferenceOf: people.referenceOf, ...groupNames })}\n`
}

const trackerNotFound = (id: TrackerId) => new Refusal('absent', message`There is no tracker ${id}`)
