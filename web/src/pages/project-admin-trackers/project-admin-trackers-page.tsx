import type { ReactNode } from 'react'
import type { NavigationProject } from '../../data/navigation.ts'
import { ColorMark } from '../../design/badge.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Section } from '../../design/section.tsx'
import styles from '../../frame/administration.module.css'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { NewTracker } from './new-tracker.tsx'
import own from './project-admin-trackers-page.module.css'

const words = texts.projectAdmin.trackers

/** The trackers of a project, and a form for a new one. */
export const ProjectAdminTrackersPage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={words.title} intro={words.intro}>
    {(project) => (
      <div className={styles.page}>
        <Trackers trackers={project.trackers} />
        <Section title={words.add} width="narrow">
          <NewTracker project={project} />
        </Section>
      </div>
    )}
  </ProjectAdminFrame>
)

const Trackers = ({ trackers }: Pick<NavigationProject, 'trackers'>): ReactNode =>
  trackers.length === 0 ? (
    <EmptyState icon="list" title={words.empty}>
      {words.emptyText}
    </EmptyState>
  ) : (
    <ul className={own.trackers} aria-label={words.title}>
      {trackers.map(({ id, label, item_name, color_name, total }) => (
        <li key={id}>
          <Link href={`/trackers/${id}/admin/general`}>
            <ColorMark color={color_name} />
            <span>
              {label} <span className={own.name}>{item_name}</span>
            </span>
            <span className={styles.count}>{words.artifacts(total)}</span>
            <Icon name="chevron-right" />
          </Link>
        </li>
      ))}
    </ul>
  )
