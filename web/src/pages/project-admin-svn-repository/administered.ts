import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { AdministratedRepository } from '../../data/svn.ts'

/** What every part of the page is about. */
export interface Administered {
  readonly project: ProjectRepresentation
  readonly repository: AdministratedRepository
  /** Subversion is not there: nothing can be changed. */
  readonly isAbsent: boolean
  /** Address of the page. */
  readonly here: string
}
