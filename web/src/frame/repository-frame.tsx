import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import { useProjectNamed } from '../data/projects.ts'
import { type Repository, useRepositoryNamed } from '../data/svn.ts'
import type { PageProps } from '../page.ts'
import { texts } from '../texts/texts.ts'
import { Found } from './found.tsx'
import { NotFound } from './not-found.tsx'
import { useInProject } from './project-in-view.tsx'
import { nameOf, pathsTo, placesOf, type RepositoryPlaces, repositoriesAddress } from './repository-places.ts'

/** The repository that a page is about. */
export interface LookedInto {
  readonly project: ProjectRepresentation
  readonly repository: Repository
  readonly places: RepositoryPlaces
}

interface RepositoryFrameProps extends PageProps {
  readonly children: (into: LookedInto) => ReactNode
}

/** A page of one repository; of what is hidden it says no more than of what is not there. */
export function RepositoryFrame({ params, children }: RepositoryFrameProps): ReactNode {
  const found = useProjectNamed(params['shortname'] ?? '')
  const project = found.data?.items[0]
  useInProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  const repository = useRepositoryNamed(project?.id, params['repository'] ?? '')
  return (
    <Found from={found}>
      {() =>
        project === undefined ? (
          <NotFound />
        ) : (
          <Found from={repository}>
            {(known) => children({ project, repository: known, places: placesOf(project.shortname, known.name) })}
          </Found>
        )
      }
    </Found>
  )
}

interface Step {
  readonly title: string
  readonly href: string
}

/** From the project to the repository. */
export const wayTo = ({ project, repository, places }: LookedInto, rev?: number): Step[] => [
  { title: project.label, href: `/projects/${project.shortname}` },
  { title: texts.repository.title, href: repositoriesAddress(project.shortname) },
  { title: repository.name, href: places.files({ path: '/', rev }) },
]

/** And on to a path, at a revision. */
export const wayToPath = (into: LookedInto, path: string, rev?: number): Step[] => [
  ...wayTo(into, rev),
  ...pathsTo(path).map((each) => ({ title: nameOf(each), href: into.places.files({ path: each, rev }) })),
]
