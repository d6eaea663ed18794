import { defineRoute } from '../../http/declarations/route.ts'
import { getCreatedProject } from '../../projects/reads/created-project.ts'
import { getProjectDetails } from '../../projects/reads/project-details.ts'
import { ProjectRepresentation, representProject } from '../../projects/representations/project.ts'
import { importSample } from '../commands/import-sample.ts'

/** Our extension. */
export const postSampleProject = defineRoute({
  method: 'POST',
  url: '/sample_project',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary:
    'Add the sample project "boatyard" with its trackers, artifacts and three users (site administrators). 409: a project has this short name.',
  answers: { 201: ProjectRepresentation },
  async answer({ caller }, world) {
    const id = await importSample(world, caller)
    const project = await getCreatedProject(world.db.read, id)
    const details = await getProjectDetails(world, caller, [id])
    // The caller was loaded before becoming a member.
    return { status: 201, body: representProject(project, { ...details(id), isMember: true }) }
  },
})
