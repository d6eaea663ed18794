import type { ProjectId } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import type { World } from '../kit/world.ts'
import type { Project } from '../projects/model/project.ts'
import { lookForProject, lookForProjectByShortName } from '../projects/store/projects.ts'

/** The project an operator named, by short name or by id. */
export async function findNamedProject({ db }: Pick<World, 'db'>, name: string): Promise<Project> {
  // A short name does not start with a digit, so the two cannot be mistaken for each other.
  const byId = /^\d{1,15}$/.test(name) ? await lookForProject(db.read, Number(name) as ProjectId) : undefined
  const project = byId ?? (await lookForProjectByShortName(db.read, name))
  if (project === undefined) throw new Refusal('absent', `There is no project ${name}`)
  return project
}
