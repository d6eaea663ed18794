import type { ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import styles from './project-page.module.css'

interface OpenCountProps {
  readonly open: number
  readonly total: number
}

/** Open artifacts of a tracker, as a share of all. */
export const OpenCount = ({ open, total }: OpenCountProps): ReactNode => (
  <>
    <svg className={styles.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width={100} height={6} />
      <rect className={styles.open} width={total === 0 ? 0 : (open / total) * 100} height={6} />
    </svg>
    <span className={styles.count}>
      <strong>{texts.projects.openCount(open)}</strong> {texts.projects.openOf(total)}
    </span>
  </>
)
