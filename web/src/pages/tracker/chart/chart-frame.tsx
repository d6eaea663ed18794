import { type ReactNode, useId } from 'react'
import type { Failure } from '../../../data/failure.ts'
import { joinClasses } from '../../../design/join-classes.ts'
import { Notice } from '../../../design/notice.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { texts } from '../../../texts/texts.ts'
import page from '../tracker-page.module.css'
import styles from './chart.module.css'

interface ChartFrameProps {
  readonly error: Failure | null
  readonly isLoading: boolean
  /** The figures of another query, until those of this one arrive. */
  readonly isStale: boolean
  /** Shown instead of a chart without artifacts. */
  readonly empty: ReactNode
  readonly isEmpty: boolean
  readonly title: string
  /** The chart in one sentence. */
  readonly summary: string
  /** Gets the id of the title. */
  readonly children: (titleId: string) => ReactNode
}

/** What is around a chart: its title and summary, or why there is none. */
export function ChartFrame(props: ChartFrameProps): ReactNode {
  const { error, isLoading, isStale, empty, isEmpty, title, summary, children } = props
  const titleId = useId()
  if (error !== null || isLoading || isEmpty)
    return (
      <div className={page.message}>
        {error !== null ? (
          <Notice kind="negative" title={texts.tracker.queryProblem}>
            {error.message}
          </Notice>
        ) : isLoading ? (
          <Skeleton shape="rows" rows={10} />
        ) : (
          empty
        )}
      </div>
    )
  return (
    <section className={joinClasses(styles.frame, isStale && styles.stale)} aria-busy={isStale} data-scrolls>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.summary}>{summary}</p>
      {children(titleId)}
    </section>
  )
}
