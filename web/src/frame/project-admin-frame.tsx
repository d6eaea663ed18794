import type { ReactNode } from 'react'
import type { NavigationProject } from '../data/navigation.ts'
import { useProjectNamed } from '../data/projects.ts'
import { useSession } from '../data/session.ts'
import { PageHead } from '../design/page-head.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { texts } from '../texts/texts.ts'
import { useSetCurrentProject } from './current-project.tsx'
import { NotFound } from './not-found.tsx'
import { buildProjectUrl } from './project-url.ts'
import { QueryResult } from './query-result.tsx'
import { Refused } from './refused.tsx'

interface ProjectAdminFrameProps {
  readonly shortname: string | undefined
  readonly title: string
  readonly intro: string
  /** Between the project and this page. */
  readonly path?: readonly { readonly title: string; readonly href: string }[]
  readonly children: (project: NavigationProject) => ReactNode
}

/** A project administration page. The API decides whether the user administers the project. */
export function ProjectAdminFrame({ shortname = '', ...page }: ProjectAdminFrameProps): ReactNode {
  const projectQuery = useProjectNamed(shortname)
  const project = projectQuery.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return (
    <QueryResult from={projectQuery}>
      {() =>
        project === undefined ? (
          <NotFound />
        ) : projectQuery.isPlaceholderData ? (
          <Skeleton />
        ) : (
          <Administered project={project} {...page} />
        )
      }
    </QueryResult>
  )
}

function Administered({
  project,
  title,
  intro,
  path = [],
  children,
}: Omit<ProjectAdminFrameProps, 'shortname'> & { readonly project: NavigationProject }): ReactNode {
  const session = useSession().data
  const overview = buildProjectUrl(project)
  const way = [{ title: project.label, href: overview }, ...path]
  // A visitor may be an administrator who is not signed in.
  if (!project.is_administrator && session !== undefined && session.user === null) return <NotFound />
  if (!project.is_administrator)
    return (
      <Refused
        reason={texts.states.onlyProjectAdministrators}
        back={{ href: overview, title: texts.states.toProject(project.label) }}
      />
    )
  return (
    <>
      <PageHead title={title} path={way}>
        {intro}
      </PageHead>
      {children(project)}
    </>
  )
}
