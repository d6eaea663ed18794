import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { findProject, findProjectByShortName } from '../../projects/store/projects.ts'
import type { World } from '../../world/model/world.ts'

/** Returns the project with a short name or id; throws if there is none. */
export async function getNamedProject({ db }: Pick<World, 'db'>, name: string): Promise<Project> {
  // Short names never start with a digit.
  const byId = /^\d{1,15}$/.test(name) ? await findProject(db.read, Number(name) as ProjectId) : undefined
  const project = byId ?? (await findProjectByShortName(db.read, name))
  if (project === undefined) throw new Refusal('absent', `No project named "${name}"`)
  return project
}
