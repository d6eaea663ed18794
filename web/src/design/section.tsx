import { type ReactNode, useId } from 'react'
import { formatNumber } from './format-number.ts'
import { joinClasses } from './join-classes.ts'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  /** Number of the items in it, or a text with the numbers of several kinds. */
  readonly count?: number | string | undefined
  /** The number needs attention. */
  readonly isUrgent?: boolean
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
export function Section({
  title,
  count,
  isUrgent = false,
  hint,
  actions,
  children,
  anchor,
  width = 'full',
}: SectionProps): ReactNode {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className={styles.section} data-width={width}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>
            {title}
            {count !== undefined && (
              <span className={joinClasses(styles.count, isUrgent && styles.urgent)}>
                {' '}
                {typeof count === 'string' ? count : formatNumber(count)}
              </span>
            )}
          </h2>
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions && (
          <div className={styles.actions} data-actions>
            {actions}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}
