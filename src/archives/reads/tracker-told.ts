import type { Reader } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { declaration } from '../../kit/xml/write.ts'
import { groupsOfProject } from '../../platform/store/groups.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerBundle } from '../../trackers/reads/load-tracker-bundle.ts'
import { toDefinitions } from '../../trackers/reads/tracker-definition.ts'
import { writeTracker } from '../writing/tracker.ts'
import { groupNames } from './history-references.ts'
import { peopleTold } from './people-told.ts'
import { defaultPeople } from './project-structure.ts'

/** A tracker without its artifacts as a document: a template for others (docs/api/archive-format.md §2.1). */
export async function trackerTold(db: Reader, { id, projectId }: Pick<Tracker, 'id' | 'projectId'>): Promise<string> {
  const [definition] = toDefinitions(await loadTrackerBundle(db, projectId, [id]), (group) => group).definitions
  if (definition === undefined) throw absent(id)
  const people = peopleTold()
  await people.meet(db, defaultPeople([definition]))
  const groupNameOf = groupNames(await groupsOfProject(db, projectId))
  return `${declaration}${writeTracker(definition, { personOf: people.personOf, groupNameOf })}\n`
}

const absent = (id: TrackerId) => new Refusal('absent', `There is no tracker ${id}`)
