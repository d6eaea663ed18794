import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  /** A sentence below the title. */
  readonly hint?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Where a link within the URL leads. */
  readonly anchor?: string
  /** `narrow`: as wide as a form. */
  readonly width?: 'narrow' | 'full'
}

/** A part of a page with a heading. */
export function Section({ title, hint, actions, children, anchor, width = 'full' }: SectionProps): ReactNode {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className={styles.section} data-width={width}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
