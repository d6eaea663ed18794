import type { ReactNode } from 'react'
import type { RepositoryRepresentation } from '../../../../src/subversion/representations/repository.ts'
import { LinkButton } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Link } from '../../design/link.tsx'
import styles from '../../frame/administration.module.css'
import { texts } from '../../texts/texts.ts'

const words = texts.svn.list

interface RepositoryCardProps {
  readonly repository: RepositoryRepresentation
  readonly shortname: string
}

/** One repository: where it is, and the ways to its settings and into it. */
export const RepositoryCard = ({ repository: { name, svn_url: url }, shortname }: RepositoryCardProps): ReactNode => (
  <li className={styles.card}>
    <div className={styles.head}>
      <div className={styles.name}>
        <h2>
          <Link href={`/projects/${shortname}/admin/svn/${name}`}>{name}</Link>
        </h2>
      </div>
      <div className={styles.actions}>
        <LinkButton href={`/projects/${shortname}/svn/${name}`} label={words.browseOf(name)}>
          {words.browse}
        </LinkButton>
      </div>
    </div>
    <dl className={styles.facts}>
      <div>
        <dt>{words.address}</dt>
        <dd>
          <code>{url}</code>
          <CopyButton kind="quiet" text={url} label={words.copy} spoken={words.copyOf(name)} />
        </dd>
      </div>
    </dl>
  </li>
)
