import type { ReactNode } from 'react'
import type { WorkArtifactRepresentation } from '../../../../src/artifacts/representations/brief-artifact.ts'
import { StatusMark, stageOfPlace } from '../../artifact/status-mark.tsx'
import { useResource } from '../../data/queries.ts'
import { lateQuery } from '../../data/route-queries.ts'
import { Link } from '../../design/link.tsx'
import { Section } from '../../design/section.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './project-page.module.css'

const words = texts.projects

interface LateList {
  readonly count: number
  readonly artifacts: readonly WorkArtifactRepresentation[]
}

/** The open artifacts whose due date has passed, if there are any. */
export function LateArtifacts({ project }: { readonly project: number }): ReactNode {
  const { path, query } = lateQuery(project)
  const { data } = useResource<LateList>(path, query)
  if (data === undefined || data.artifacts.length === 0) return null
  const further = data.count - data.artifacts.length
  return (
    <Section title={words.late} count={data.count} isUrgent>
      <ul className={styles.late}>
        {data.artifacts.map((artifact) => (
          <LateRow key={artifact.id} artifact={artifact} />
        ))}
      </ul>
      {further > 0 && <p className={styles.further}>{words.furtherLate(further)}</p>}
    </Section>
  )
}

const LateRow = ({
  artifact: { id, xref, title, full_status: status, is_open: isOpen, status_place: place, due_date: due, assignees },
}: {
  readonly artifact: WorkArtifactRepresentation
}): ReactNode => (
  <li>
    <StatusMark stage={stageOfPlace(isOpen, place)} color={status?.color ?? null} />
    <Link href={`/artifacts/${id}`} title={`${xref} ${title ?? ''} · ${texts.myWork.due} ${due?.slice(0, 10) ?? ''}`}>
      <span className={styles.id}>#{id}</span> {title || xref}
    </Link>
    {status && <VisuallyHidden>{status.value}</VisuallyHidden>}
    {assignees[0] && <UserBadge user={assignees[0]} isNameHidden />}
  </li>
)
