import { group } from '../../accounts/model/groups.ts'
import { loadGroupMembers, loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import { findProject } from '../../projects/store/projects.ts'
import { loadServices } from '../../projects/store/services.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { loadTrackerBundle } from '../../trackers/reads/load-tracker-bundle.ts'
import { toTrackerDefinitions } from '../../trackers/reads/tracker-definition.ts'
import { loadTrackerIdsOfProject } from '../../trackers/store/trackers.ts'
import type { WrittenGroups } from '../serialize/user-groups.ts'
import { loadProjectParts, loadSections } from '../store/project-parts.ts'
import { createGroupNames } from './load-history-references.ts'

/** Project data for an export without artifacts, from one snapshot. */
export async function loadProjectStructure(db: Reader, id: ProjectId) {
  const project = await findProject(db, id)
  if (project === undefined) throw new Refusal('absent', 'Project does not exist')
  const statics = await loadProjectGroups(db, id)
  const groups = [group.members, group.administrators, ...statics.map((each) => each.id)]
  const members = await loadGroupMembers(db, { project: id, groups })
  const inside = (of: UserGroupId): readonly UserId[] => members.get(of) ?? []
  const writtenGroups: WrittenGroups = {
    isSynchronized: project.isSynchronized,
    members: inside(group.members),
    administrators: inside(group.administrators),
    statics: statics.map(({ id: each, name, description }) => ({ name, description, members: inside(each) })),
  }
  const originals = await loadTrackerBundle(db, id, await loadTrackerIdsOfProject(db, id))
  const trackers = toTrackerDefinitions(originals, (each) => each)
  return {
    project,
    groups: writtenGroups,
    ...createGroupNames(statics),
    services: await loadServices(db, id),
    ...(await loadProjectParts(db, id)),
    sections: await loadSections(db, id),
    trackers: originals.trackers,
    ...trackers,
    people: new Set([...[...members.values()].flat(), ...collectDefaultUsers(trackers.definitions)]),
  }
}

export type ProjectStructure = Awaited<ReturnType<typeof loadProjectStructure>>

/** Default users of lists. */
export function collectDefaultUsers(definitions: readonly Pick<TrackerDefinition, 'fields'>[]): UserId[] {
  const inside = (fields: TrackerDefinition['fields']): UserId[] =>
    fields.flatMap(({ bind, children }) => [
      // docs/api/trackers.md §5.3: users of a bind are identified by id.
      ...(bind?.kind === 'users' ? (bind.defaultUsers as readonly UserId[]) : []),
      ...inside(children),
    ])
  return definitions.flatMap(({ fields }) => inside(fields))
}
