import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './pager.module.css'

interface PagerProps {
  readonly offset: number
  readonly limit: number
  readonly total: number
  /** The address of the page that begins there. */
  readonly hrefAt: (offset: number) => string
  /** Names of the previous and next page, if not the default. */
  readonly names?: { readonly previous: string; readonly next: string }
}

/** Where one is in a collection, and the way on; nothing when all is here. */
export function Pager({ offset, limit, total, hrefAt, names = texts.states }: PagerProps): ReactNode {
  if (total <= limit && offset === 0) return null
  const last = Math.min(offset + limit, total)
  return (
    <nav className={styles.pager} aria-label={texts.states.pages}>
      <p>{texts.states.range(Math.min(offset + 1, total), last, total)}</p>
      <Step isThere={offset > 0} href={hrefAt(Math.max(0, offset - limit))}>
        <Icon name="chevron-left" />
        {names.previous}
      </Step>
      <Step isThere={last < total} href={hrefAt(offset + limit)}>
        {names.next}
        <Icon name="chevron-right" />
      </Step>
    </nav>
  )
}

const Step = ({ isThere, href, children }: { isThere: boolean; href: string; children: ReactNode }): ReactNode =>
  isThere ? (
    <Link href={href} className={styles.step}>
      {children}
    </Link>
  ) : (
    <span className={styles.step} aria-hidden="true">
      {children}
    </span>
  )
