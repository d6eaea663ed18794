import type { ReactNode } from 'react'
import { ColorMark } from '../../design/badge.tsx'
import { Link } from '../../design/link.tsx'
import { type ArtifactLink, groupLinks, type LinkedArtifacts } from './group-links.ts'
import styles from './links.module.css'

/** Links in both directions, grouped by type. */
export const Links = ({ forward, reverse }: LinkedArtifacts): ReactNode => (
  <div className={styles.links}>
    {groupLinks({ forward, reverse }).map(({ title, links }) => (
      <div key={title}>
        <h3>{title}</h3>
        <ul>
          {links.map((link) => (
            <Linked key={link.id} link={link} />
          ))}
        </ul>
      </div>
    ))}
  </div>
)

const Linked = ({ link: { id, tracker } }: { readonly link: ArtifactLink }): ReactNode => (
  <li>
    <Link href={`/artifacts/${id}`}>#{id}</Link>{' '}
    <span className={styles.tracker}>
      <ColorMark color={tracker.color} />
      {tracker.label}
    </span>
  </li>
)
