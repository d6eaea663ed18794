import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  readonly children: ReactNode
  /** It contains more than text, such as a table. */
  readonly isBlock?: boolean
}

/** Content only for screen readers. */
export const VisuallyHidden = ({ children, isBlock = false }: VisuallyHiddenProps): ReactNode =>
  isBlock ? <div className={styles.hidden}>{children}</div> : <span className={styles.hidden}>{children}</span>
