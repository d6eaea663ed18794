import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text only for screen readers. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className={styles.hidden}>{children}</span>
)
