import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { useProjectNamed } from '../../data/projects.ts'
import { hasRepositorySettings, isAbsent as isAnswerOfNone, useRepositoryNamed } from '../../data/svn.ts'
import { LinkButton } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { TabLinks } from '../../design/tab-links.tsx'
import styles from '../../frame/administration.module.css'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { NotFound } from '../../frame/not-found.tsx'
import { buildProjectUrl } from '../../frame/project-url.ts'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { texts } from '../../texts/texts.ts'
import { Access } from './access.tsx'
import { CommitRules } from './commit-rules.tsx'
import { EmailNotifications } from './email-notifications.tsx'
import { Overview } from './overview.tsx'
import type { RepositoryAdministration } from './repository-administration.ts'
import { useLastCommits } from './use-last-commits.ts'
import { Webhooks } from './webhooks.tsx'

const words = svnRepositoryTexts.repository

const parts = {
  overview: Overview,
  rules: CommitRules,
  access: Access,
  mails: EmailNotifications,
  webhooks: Webhooks,
} as const satisfies Readonly<Record<string, (props: RepositoryAdministration) => ReactNode>>

type Part = keyof typeof parts

const order: readonly Part[] = ['overview', 'rules', 'access', 'mails', 'webhooks']

/** Settings of one repository, a part of them at a time; which part is in the address. */
export function ProjectAdminSvnRepositoryPage({ params }: PageProps): ReactNode {
  const projectQuery = useProjectNamed(params['shortname'] ?? '')
  const project = projectQuery.data?.items[0]
  useSetCurrentProject(project && { id: project.id, label: project.label, shortname: project.shortname })
  return (
    <QueryResult from={projectQuery}>
      {() => (project === undefined ? <NotFound /> : <Settings project={project} name={params['repository'] ?? ''} />)}
    </QueryResult>
  )
}

/** Only administrators of the repository get its settings. */
function Settings({ project, name }: { readonly project: ProjectRepresentation; readonly name: string }): ReactNode {
  const repositoryQuery = useRepositoryNamed(project.id, name)
  const commits = useLastCommits(repositoryQuery.data?.id)
  const requested = new URLSearchParams(useSearch()).get('show')
  const partName = order.find((part) => part === requested) ?? 'overview'
  const list = `/projects/${project.shortname}/admin/svn`
  const here = `${list}/${name}`
  const Shown = parts[partName]
  const isAbsent = isAnswerOfNone(commits.error)
  return (
    <QueryResult from={repositoryQuery}>
      {(repository) =>
        hasRepositorySettings(repository) ? (
          <>
            <PageHead
              title={repository.name}
              path={[
                { title: project.label, href: buildProjectUrl(project) },
                { title: texts.svn.list.title, href: list },
              ]}
              actions={
                <LinkButton href={`/projects/${project.shortname}/svn/${name}`}>{texts.svn.list.browse}</LinkButton>
              }
            >
              {words.intro}
            </PageHead>
            <div className={styles.page}>
              {isAbsent && <Notice title={texts.svn.absent}>{texts.svn.absentText}</Notice>}
              <TabLinks
                label={words.tabs}
                links={order.map((part) => ({
                  href: part === 'overview' ? here : `${here}?show=${part}`,
                  title: words[part],
                }))}
              />
              <Shown key={repository.id} {...{ project, repository, isAbsent, here }} />
            </div>
          </>
        ) : (
          <NotFound />
        )
      }
    </QueryResult>
  )
}
