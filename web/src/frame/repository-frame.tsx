import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import { useProjectNamed } from '../data/projects.ts'
import { type Repository, useRepositoryNamed } from '../data/svn.ts'
import type { PageProps } from '../page.ts'
import { texts } from '../texts/texts.ts'
import { useSetCurrentProject } from './current-project.tsx'
import { NotFound } from './not-found.tsx'
import { buildProjectUrl } from './project-url.ts'
import { QueryResult } from './query-result.tsx'
import {
  buildRepositoriesUrl,
  buildRepositoryUrls,
  getFileName,
  listParentPaths,
  type RepositoryUrls,
} from './repository-urls.ts'

/** The repository that a page is about. */
export interface OpenedRepository {
  readonly project: ProjectRepresentation
  readonly repository: Repository
  readonly places: RepositoryUrls
}

interface RepositoryFrameProps extends PageProps {
  readonly children: (into: OpenedRepository) => ReactNode
}

/** A page of one repository; hidden repositories look like missing ones. */
export function RepositoryFrame({ params, children }: RepositoryFrameProps): ReactNode {
  const projectQuery = useProjectNamed(params['shortname'] ?? '')
  const project = projectQuery.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  const repository = useRepositoryNamed(project?.id, params['repository'] ?? '')
  return (
    <QueryResult from={projectQuery}>
      {() =>
        project === undefined ? (
          <NotFound />
        ) : (
          <QueryResult from={repository}>
            {(loadedRepository) =>
              children({
                project,
                repository: loadedRepository,
                places: buildRepositoryUrls(project.shortname, loadedRepository.name),
              })
            }
          </QueryResult>
        )
      }
    </QueryResult>
  )
}

interface Breadcrumb {
  readonly title: string
  readonly href: string
}

/** From the project to the repository. */
export const buildRepositoryBreadcrumbs = (
  { project, repository, places }: OpenedRepository,
  rev?: number,
): Breadcrumb[] => [
  { title: project.label, href: buildProjectUrl(project) },
  { title: texts.repository.title, href: buildRepositoriesUrl(project.shortname) },
  { title: repository.name, href: places.files({ path: '/', rev }) },
]

/** And on to a path, at a revision. */
export const buildPathBreadcrumbs = (into: OpenedRepository, path: string, rev?: number): Breadcrumb[] => [
  ...buildRepositoryBreadcrumbs(into, rev),
  ...listParentPaths(path).map((each) => ({ title: getFileName(each), href: into.places.files({ path: each, rev }) })),
]
