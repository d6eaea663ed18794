import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { offsetIn, projectListRead } from '../../data/first-reads.ts'
import { useList } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Badge } from '../../design/badge.tsx'
import { LinkButton } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loaded } from '../../design/loaded.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { TabLinks } from '../../design/tab-links.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './projects-page.module.css'

const words = texts.projects

/** All projects one may see, or those one belongs to. */
export function ProjectsPage(): ReactNode {
  const { data: session } = useSession()
  const search = new URLSearchParams(useSearch())
  const which = search.get('show') === 'mine' ? 'mine' : 'all'
  const offset = offsetIn(search)
  const { path, query } = projectListRead(which === 'mine', offset)
  const projects = useList<ProjectRepresentation>(path, query)
  return (
    <>
      <PageHead title={words.title}>{words.intro}</PageHead>
      <div className={styles.page}>
        {session?.user && (
          <TabLinks
            label={words.which}
            links={[
              { href: '/projects', title: words.all },
              { href: '/projects?show=mine', title: words.mine },
            ]}
          />
        )}
        <Loaded from={projects} skeleton={<Skeleton shape="rows" />}>
          {({ items, total, limit }) =>
            items.length === 0 ? (
              <Nothing isVisitor={session?.user == null} />
            ) : (
              <>
                <ul className={styles.list}>
                  {items.map((project) => (
                    <ProjectRow key={project.id} project={project} />
                  ))}
                </ul>
                <Pager
                  {...{ offset, limit, total }}
                  hrefAt={(to) =>
                    `/projects?${new URLSearchParams({ ...(which === 'mine' ? { show: which } : {}), offset: String(to) })}`
                  }
                />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  )
}

const ProjectRow = ({ project }: { readonly project: ProjectRepresentation }): ReactNode => (
  <li className={styles.row}>
    <span className={styles.icon} aria-hidden="true">
      {project.icon === '' ? <Icon name="folder" /> : project.icon}
    </span>
    <div className={styles.words}>
      <p className={styles.name}>
        <Link href={`/projects/${project.shortname}`}>{project.label_without_icon}</Link>
        <span className={styles.short}>{project.shortname}</span>
        {project.is_template && <Badge>{words.template}</Badge>}
        {project.is_member_of && <Badge kind="accent">{words.member}</Badge>}
      </p>
      {project.description !== '' && <p className={styles.about}>{project.description}</p>}
    </div>
    <span className={styles.access}>
      <Icon name={project.access.startsWith('private') ? 'lock' : 'globe'} />
      {words.access[project.access]}
    </span>
  </li>
)

const Nothing = ({ isVisitor }: { readonly isVisitor: boolean }): ReactNode => (
  <Empty
    title={words.empty}
    action={
      isVisitor ? (
        <LinkButton kind="primary" href="/login?return=/projects">
          {texts.frame.signIn}
        </LinkButton>
      ) : undefined
    }
  >
    {isVisitor ? words.emptyVisitor : words.emptyText}
  </Empty>
)
