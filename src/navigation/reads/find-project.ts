import { getArtifactVersion } from '../../artifacts/reads/get-artifact-version.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { listProjects } from '../../projects/reads/list-projects.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { ProjectKey } from '../model/navigation.ts'

type Deps = Pick<World, 'db' | 'cache' | 'projectFeatures'>

/**
 * Returns the project that a key names, or refuses like the resource of the key: GET /projects/{id},
 * /trackers/{id} or /artifacts/{id}. A short name that GET /projects does not list for the caller is unknown.
 */
export async function findProject(world: Deps, caller: Caller, key: ProjectKey): Promise<Project> {
  switch (key.kind) {
    case 'project':
      return getProject(world, caller, key.id)
    case 'short name':
      return findNamedProject(world, caller, key.shortName)
    case 'tracker':
      return (await getTracker(world, caller, key.id)).project
    case 'artifact':
      return getProjectOfTracker(world, caller, (await getArtifactVersion(world, caller, key.id)).trackerId)
    default:
      return key satisfies never
  }
}

async function findNamedProject(world: Deps, caller: Caller, shortName: string): Promise<Project> {
  const query = { kind: 'short name', shortName } as const
  const [project] = (await listProjects(world, caller, { query }, { limit: 1, offset: 0 })).projects
  if (project === undefined) throw new Refusal('absent', 'Project does not exist')
  return project
}

/** The tracker itself may be hidden: some users only see artifacts of theirs. */
async function getProjectOfTracker(world: Deps, caller: Caller, id: TrackerId): Promise<Project> {
  const tracker = await getCachedTracker(world, id)
  if (tracker === undefined) throw new Refusal('absent')
  return getProject(world, caller, tracker.projectId)
}
