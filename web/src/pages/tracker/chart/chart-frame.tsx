import { type ReactNode, useId, useRef } from 'react'
import type { Failure } from '../../../data/failure.ts'
import { joinClasses } from '../../../design/join-classes.ts'
import { Skeleton } from '../../../design/skeleton.tsx'
import { ListProblem } from '../list-problem.tsx'
import page from '../tracker-page.module.css'
import styles from './chart.module.css'
import { Downloads } from './downloads.tsx'
import { Figures, type FiguresProps, listFigures } from './figures.tsx'

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
  /** The name of its files, without their extensions. */
  readonly fileName: string
  /** The figures of a chart that is a table itself; those of the others are shown below it. */
  readonly figures: FiguresProps | readonly (readonly (string | number)[])[]
  /** Gets the id of the title. */
  readonly children: (titleId: string) => ReactNode
}

/** What is around a chart: its title, summary, figures and files, or why there is none. */
export function ChartFrame(props: ChartFrameProps): ReactNode {
  const { error, isLoading, isStale, empty, isEmpty, title, summary, fileName, figures, children } = props
  const titleId = useId()
  const area = useRef<HTMLDivElement>(null)
  if (error !== null) return <ListProblem failure={error} />
  if (isLoading || isEmpty)
    return <div className={page.message}>{isLoading ? <Skeleton shape="rows" rows={10} /> : empty}</div>
  return (
    <section className={joinClasses(styles.frame, isStale && styles.stale)} aria-busy={isStale} data-scrolls>
      <div ref={area} className={styles.chart}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p className={styles.summary}>{summary}</p>
        {children(titleId)}
      </div>
      <Downloads name={fileName} figures={'titles' in figures ? listFigures(figures) : figures} area={area} />
      {'titles' in figures && (
        <div className={styles.chart}>
          <Figures {...figures} />
        </div>
      )}
    </section>
  )
}
