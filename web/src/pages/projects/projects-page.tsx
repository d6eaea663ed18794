import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { withQuery } from '../../data/page-offset.ts'
import { useMayCreateProjects } from '../../data/projects.ts'
import { useList } from '../../data/queries.ts'
import { projectListQuery, readOffset } from '../../data/route-queries.ts'
import { useSession } from '../../data/session.ts'
import { Badge } from '../../design/badge.tsx'
import { LinkButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { TabLinks } from '../../design/tab-links.tsx'
import { buildProjectUrl } from '../../frame/project-url.ts'
import { texts } from '../../texts/texts.ts'
import styles from './projects-page.module.css'

const words = texts.projects

const FirstProject = lazy(() =>
  import('../../frame/first-project.tsx').then((file) => ({ default: file.FirstProject })),
)

/** All projects one may see, those one belongs to, or those one administers; searched while one types. */
export function ProjectsPage(): ReactNode {
  const { data: session } = useSession()
  const parameters = new URLSearchParams(useSearch())
  const [show, search, offset] = [parameters.get('show') ?? '', parameters.get('q') ?? '', readOffset(parameters)]
  const { path, query } = projectListQuery(parameters)
  const projects = useList<ProjectRepresentation>(path, query)
  const mayCreate = useMayCreateProjects()
  return (
    <>
      <PageHead
        title={words.title}
        actions={
          mayCreate && (
            <LinkButton kind="primary" icon="plus" href="/projects/new">
              {texts.newProject.open}
            </LinkButton>
          )
        }
      >
        {words.intro}
      </PageHead>
      <div className={styles.page} data-narrow>
        {session?.user && (
          <TabLinks
            label={words.which}
            links={[
              { href: withQuery('/projects', { q: search }), title: words.all },
              { href: withQuery('/projects', { show: 'mine', q: search }), title: words.mine },
              { href: withQuery('/projects', { show: 'administered', q: search }), title: words.administered },
            ]}
          />
        )}
        <Search show={show} search={search} />
        <Loaded from={projects} skeleton={<Skeleton shape="rows" />}>
          {({ items, total, limit }) =>
            items.length === 0 ? (
              <NoProjects isVisitor={session?.user == null} mayCreate={mayCreate} show={show} search={search} />
            ) : (
              <>
                <ul className={styles.list}>
                  {items.map((project) => (
                    <ProjectRow key={project.id} project={project} />
                  ))}
                </ul>
                <Pager
                  {...{ offset, limit, total }}
                  hrefAt={(to) => withQuery('/projects', { show, q: search, offset: to })}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  )
}

interface ProjectFilter {
  readonly show: string
  readonly search: string
}

/** Input is copied to the URL after a pause in typing. */
function Search({ show, search }: ProjectFilter): ReactNode {
  const [, navigate] = useLocation()
  const place = useRef<HTMLElement>(null)
  const lastSearch = useRef(search)
  const going = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(going.current), [])
  useEffect(() => {
    // By a link, or by going back: the field follows the address.
    const field = place.current?.querySelector('input')
    if (field && lastSearch.current !== search) field.value = search
    lastSearch.current = search
  }, [search])
  const ask = (text: string): void => {
    clearTimeout(going.current)
    going.current = setTimeout(() => {
      lastSearch.current = text.trim()
      // Going back leads to before it was typed, not from letter to letter.
      navigate(withQuery('/projects', { show, q: lastSearch.current }), { replace: search !== '' })
    }, 200)
  }
  return (
    <search ref={place} className={styles.search}>
      <TextField
        name="q"
        type="search"
        label={words.search}
        placeholder={words.searchHint}
        defaultValue={search}
        autoComplete="off"
        onChange={ask}
      />
    </search>
  )
}

const ProjectRow = ({ project }: { readonly project: ProjectRepresentation }): ReactNode => (
  <li className={styles.row}>
    <span className={styles.icon} aria-hidden="true">
      {project.icon === '' ? <Icon name="folder" /> : project.icon}
    </span>
    <div className={styles.words}>
      <p className={styles.name}>
        <Link href={buildProjectUrl(project)}>{project.label_without_icon}</Link>
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

interface NoProjectsProps extends ProjectFilter {
  readonly isVisitor: boolean
  readonly mayCreate: boolean
}

const NoProjects = ({ isVisitor, mayCreate, show, search }: NoProjectsProps): ReactNode => {
  if (search !== '')
    return (
      <EmptyState
        icon="search"
        title={words.noneFound(search)}
        action={<LinkButton href={withQuery('/projects', { show })}>{words.clear}</LinkButton>}
      />
    )
  if (show !== '') return <EmptyState title={show === 'mine' ? words.noneMine : words.noneAdministered} />
  if (mayCreate)
    return (
      <Suspense fallback={<Skeleton shape="rows" rows={3} />}>
        <FirstProject />
      </Suspense>
    )
  return isVisitor ? (
    <EmptyState
      title={words.empty}
      action={
        <LinkButton kind="primary" href="/login?return=/projects">
          {texts.frame.signIn}
        </LinkButton>
      }
    >
      {words.emptyVisitor}
    </EmptyState>
  ) : (
    <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
  )
}
