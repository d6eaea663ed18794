import type { ReactNode } from 'react'
import type { LinkedArtifactRepresentation } from '../../../../src/artifacts/representations/brief-artifact.ts'
import { StatusMark } from '../../artifact/status-mark.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { Link } from '../../design/link.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import type { Field } from '../field-context.tsx'
import { type ArtifactLink, groupLinks, type LinkedArtifacts } from './group-links.ts'
import { useLinkedArtifacts } from './linked-artifacts.ts'
import styles from './links.module.css'
import { useFirst } from './use-first.tsx'

interface TypedField {
  readonly types: Field['allowed_types']
}

/** Links in both directions, grouped by type. */
export function Links({ forward, reverse, types }: LinkedArtifacts & Pick<TypedField, 'types'>): ReactNode {
  const groups = groupLinks({ forward, reverse }, types)
  const { firstItems, more } = useFirst(groups.flatMap(({ title, links }) => links.map((link) => ({ title, link }))))
  const artifacts = useLinkedArtifacts(firstItems.map(({ link }) => link.id))
  return (
    <div className={styles.links}>
      {groups.map(({ title }) => {
        const links = firstItems.filter((each) => each.title === title)
        return links.length === 0 ? null : (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {links.map(({ link }) => (
                <LinkRow key={link.id} link={link} artifact={artifacts.get(link.id)} />
              ))}
            </ul>
          </div>
        )
      })}
      {more}
    </div>
  )
}

interface LinkRowProps {
  readonly link: ArtifactLink
  /** undefined: not loaded yet. */
  readonly artifact: LinkedArtifactRepresentation | undefined
}

function LinkRow({ link: { id, tracker }, artifact }: LinkRowProps): ReactNode {
  const [assignee] = artifact?.assignees ?? []
  const status = artifact?.full_status
  return (
    <li>
      {status ? (
        <StatusMark stage={artifact?.is_open ? 'early' : 'done'} color={status.color} />
      ) : (
        <ColorMark color={tracker.color} />
      )}
      <Link href={`/artifacts/${id}`} title={artifact ? `${artifact.xref} ${artifact.title ?? ''}` : tracker.label}>
        <span className={styles.number}>#{id}</span> {artifact?.title ?? tracker.label}
      </Link>
      {status && <span className={styles.status}>{status.value}</span>}
      {assignee && <UserBadge user={assignee} isNameHidden />}
    </li>
  )
}
