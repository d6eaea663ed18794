import type { ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb.tsx'
import styles from './page-head.module.css'
import { useTitle } from './title.ts'

interface PageHeadProps {
  /** The heading, and the title of the tab. */
  readonly title: string
  /** The pages above this one, outermost first. */
  readonly path?: readonly { readonly title: string; readonly href: string }[]
  /** Stands before the title: a mark, a reference. */
  readonly mark?: ReactNode
  /** A sentence or a few facts below. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** The beginning of every page. */
export function PageHead({ title, path = [], mark, children, actions }: PageHeadProps): ReactNode {
  useTitle(title)
  return (
    <header className={styles.head}>
      <Breadcrumb path={path} current={title} />
      <div className={styles.line}>
        <div className={styles.title}>
          {mark}
          <h1>{title}</h1>
        </div>
        {actions && (
          <div className={styles.actions} data-actions>
            {actions}
          </div>
        )}
      </div>
      {children && <div className={styles.more}>{children}</div>}
    </header>
  )
}
