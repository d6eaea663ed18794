import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import { useProjectNamed } from '../data/projects.ts'
import { useResource } from '../data/queries.ts'
import { PageHead } from '../design/page-head.tsx'
import { texts } from '../texts/texts.ts'
import { useSetCurrentProject } from './current-project.tsx'
import { NotFound } from './not-found.tsx'
import { QueryResult } from './query-result.tsx'
import { Refused } from './refused.tsx'

interface ProjectAdminFrameProps {
  readonly shortname: string | undefined
  readonly title: string
  readonly intro: string
  readonly actions?: ReactNode
  /** Between the project and this page. */
  readonly path?: readonly { readonly title: string; readonly href: string }[]
  readonly children: (project: ProjectRepresentation) => ReactNode
}

/** A project administration page. The API decides whether the user administrates the project. */
export function ProjectAdminFrame({ shortname = '', ...page }: ProjectAdminFrameProps): ReactNode {
  const found = useProjectNamed(shortname)
  const project = found.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return (
    <QueryResult from={found}>
      {() => (project === undefined ? <NotFound /> : <Administered project={project} {...page} />)}
    </QueryResult>
  )
}

function Administered({
  project,
  title,
  intro,
  actions,
  path = [],
  children,
}: Omit<ProjectAdminFrameProps, 'shortname'> & { readonly project: ProjectRepresentation }): ReactNode {
  // Only administrators of the project can read its log.
  const allowed = useResource<unknown>(`/projects/${project.id}/log`, { limit: 1 })
  const overview = `/projects/${project.shortname}`
  const way = [{ title: project.label, href: overview }, ...path]
  return (
    <QueryResult
      from={allowed}
      refused={
        <Refused
          reason={texts.states.onlyProjectAdministrators}
          back={{ href: overview, title: texts.states.toProject(project.label) }}
        />
      }
    >
      {() => (
        <>
          <PageHead title={title} path={way} actions={actions}>
            {intro}
          </PageHead>
          {children(project)}
        </>
      )}
    </QueryResult>
  )
}
