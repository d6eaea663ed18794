import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { useOffset, withQuery } from '../../data/page-offset.ts'
import { useList } from '../../data/queries.ts'
import styles from '../../frame/administration.module.css'
import { LogEntries, type LogEntry } from '../../frame/log-entries.tsx'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.projectAdmin.log
const limit = 50

/** Activity log of a project. */
export const ProjectAdminLogPage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={words.title} intro={words.intro}>
    {(project) => <Log project={project} />}
  </ProjectAdminFrame>
)

function Log({ project: { id, shortname } }: { readonly project: ProjectRepresentation }): ReactNode {
  const offset = useOffset()
  const entries = useList<LogEntry>(`/projects/${id}/log`, { limit, offset })
  const hrefAt = (to: number): string => withQuery(`/projects/${shortname}/admin/log`, { offset: to })
  return (
    <div className={styles.page}>
      <LogEntries isOfProject from={entries} {...{ offset, limit, hrefAt }} />
    </div>
  )
}
