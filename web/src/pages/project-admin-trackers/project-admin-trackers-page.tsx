import type { ReactNode } from 'react'
import { EmptyState } from '../../design/empty-state.tsx'
import { Section } from '../../design/section.tsx'
import styles from '../../frame/administration.module.css'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { NewTracker } from './new-tracker.tsx'
import { TrackerOrder } from './tracker-order.tsx'

const words = texts.projectAdmin.trackers

/** The trackers of a project, and a form for a new one. */
export const ProjectAdminTrackersPage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={words.title} intro={words.intro}>
    {(project) => (
      <div className={styles.page}>
        {project.trackers.length === 0 ? (
          <EmptyState icon="list" title={words.empty}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <TrackerOrder project={project} />
        )}
        <Section title={words.add} width="narrow">
          <NewTracker project={project} />
        </Section>
      </div>
    )}
  </ProjectAdminFrame>
)
