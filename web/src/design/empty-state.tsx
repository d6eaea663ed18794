import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon, type IconName } from './icon.tsx'

interface EmptyProps {
  readonly icon?: IconName
  readonly title: string
  /** One sentence. */
  readonly children?: ReactNode
  /** One action. */
  readonly action?: ReactNode
  /** It is the whole page: its title is the page's. */
  readonly isPage?: boolean
}

/** Empty state: the reason, and what to do. */
export const EmptyState = ({ icon = 'folder', title, children, action, isPage }: EmptyProps): ReactNode => (
  <div className={styles.empty}>
    <Icon name={icon} />
    {isPage ? <h1>{title}</h1> : <p className={styles.title}>{title}</p>}
    {children && <p className={styles.text}>{children}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)
