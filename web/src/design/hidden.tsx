import type { ReactNode } from 'react'
import styles from './hidden.module.css'

/** Text only for screen readers. */
export const Hidden = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className={styles.hidden}>{children}</span>
)
