import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { AdministeredRepository } from '../../data/svn.ts'

/** Data shared by the parts of the page. */
export interface RepositoryAdministration {
  readonly project: ProjectRepresentation
  readonly repository: AdministeredRepository
  /** Subversion is not there: nothing can be changed. */
  readonly isAbsent: boolean
  /** Address of the page. */
  readonly here: string
}
