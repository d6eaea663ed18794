import type { ReactNode } from 'react'
import styles from './hidden.module.css'

/** Words for those alone who do not see the page. */
export const Hidden = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className={styles.hidden}>{children}</span>
)
