import { countArtifactsOf } from '../../artifacts/reads/tracker-counts.ts'
import { loadWritingCaller } from '../../artifacts/reads/writing-caller.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { Project } from '../../projects/model/project.ts'
import { canSeeService, isProjectAdministrator, maySeeProject } from '../../projects/policy.ts'
import { getProjectDetails } from '../../projects/reads/project-details.ts'
import { loadServices } from '../../projects/store/services.ts'
import { getSettings } from '../../site/store/settings.ts'
import { loadRepositoryPage } from '../../subversion/store/repositories.ts'
import { isTrackerAdministrator } from '../../trackers/policy.ts'
import { listProjectTrackers } from '../../trackers/reads/list-project-trackers.ts'
import { loadOwnReports } from '../../trackers/store/own-reports.ts'
import type { World } from '../../world/model/world.ts'
import type { ProjectPlaces } from '../model/navigation.ts'

/** More trackers would not fit into a menu. */
const maxTrackers = 50
const maxReports = 10
const maxRepositories = 10

/** Returns what the caller can open in a project that they see. */
export async function loadProjectPlaces(
  world: Pick<World, 'db' | 'cache' | 'idSets' | 'projectFeatures'>,
  caller: Caller,
  project: Project,
): Promise<ProjectPlaces> {
  const { id } = project
  const page = { limit: maxTrackers, offset: 0 }
  const [details, writing, services, { trackers, size }] = await Promise.all([
    getProjectDetails(world, caller, [id]),
    loadWritingCaller(world, caller),
    loadServices(world.db.read, id),
    listProjectTrackers(world, caller, { projectId: id, query: '', isArranged: true, page }),
  ])
  const visibleServices = services.filter((each) => canSeeService(caller, each))
  const user = getUserId(caller)
  const trackerIds = trackers.map((tracker) => tracker.id)
  const [counts, repositories, reports] = await Promise.all([
    countArtifactsOf(world, caller, trackers),
    visibleServices.some(({ shortName, isEnabled }) => shortName === 'plugin_svn' && isEnabled)
      ? loadRepositories(world, caller, project)
      : [],
    user === null || trackers.length === 0 ? [] : loadOwnReports(world.db.read, user, trackerIds, maxReports),
  ])
  return {
    project,
    details: details(id),
    isAdministrator: isProjectAdministrator(caller, id),
    canUpdate: isProjectAdministrator(writing, id),
    services: visibleServices,
    repositories,
    trackers: trackers.map((tracker, index) => ({
      tracker,
      open: counts[index]?.open ?? 0,
      total: counts[index]?.total ?? 0,
      canUpdate: isTrackerAdministrator(writing, tracker),
    })),
    trackerCount: size,
    reports,
  }
}

async function loadRepositories(world: Pick<World, 'db' | 'cache'>, caller: Caller, project: Project) {
  const permit = maySeeProject(caller, project, await getSettings(world))
  return (await loadRepositoryPage(world.db.read, permit, { name: undefined, limit: maxRepositories, offset: 0 }))
    .repositories
}
