import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './notice.module.css'

type NoticeKind = 'info' | 'positive' | 'caution' | 'negative'

const icons: Readonly<Record<NoticeKind, IconName>> = {
  info: 'info',
  positive: 'check',
  caution: 'warning',
  negative: 'warning',
}

interface NoticeProps {
  readonly kind?: NoticeKind
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly isFocusable?: boolean
}

/** A message to read before continuing, sometimes with details. */
export const Notice = ({ kind = 'info', title, children, isFocusable }: NoticeProps): ReactNode => (
  <div className={joinClasses(styles.notice, styles[kind])} data-notice={kind} tabIndex={isFocusable ? -1 : undefined}>
    <Icon name={icons[kind]} />
    <div>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.more}>{children}</div>}
    </div>
  </div>
)
