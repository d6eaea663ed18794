import type { Reader } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Project } from '../model/project.ts'
import { findProject } from '../store/projects.ts'

/** Returns a project that the same request created, so that its absence is a bug. */
export async function getCreatedProject(db: Reader, id: ProjectId): Promise<Project> {
  const project = await findProject(db, id)
  if (project === undefined) throw new Error(`Project ${id} was created but cannot be read`)
  return project
}
