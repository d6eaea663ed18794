import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { Project } from '../model/project.ts'
import { findProject } from '../store/projects.ts'

/** A project this very request made: the one case where its absence is a bug. */
export async function getCreatedProject(db: Reader, id: ProjectId): Promise<Project> {
  const project = await findProject(db, id)
  if (project === undefined) throw new Error(`Project ${id} was made and is not there`)
  return project
}
