import type { ReactNode } from 'react'
import { getInitials, getTone } from '../../../src/accounts/model/avatar.ts'
import { getUserName, type UserNames } from '../user-name.ts'
import { useHint } from './hints.ts'
import { Link } from './link.tsx'
import styles from './user-badge.module.css'

interface UserBadgeProps {
  readonly user: UserNames & { readonly user_url?: string | null }
  readonly isNameHidden?: boolean
  /** Its name leads to the page of the user. */
  readonly isLinked?: boolean
  readonly isLarge?: boolean
}

/** A user: initials and name. */
export const UserBadge = ({ user, isNameHidden, isLarge, isLinked }: UserBadgeProps): ReactNode => {
  const name = getUserName(user)
  const hint = useHint(user.username ?? undefined)
  return (
    <span className={styles.badge}>
      <span
        className={styles.initials}
        aria-hidden="true"
        data-large={isLarge}
        data-tone={getTone(user.username ?? name)}
      >
        {getInitials(user.real_name?.trim() || user.username || name)}
      </span>
      {!isNameHidden && <span title={hint}>{isLinked ? <UserLink url={user.user_url}>{name}</UserLink> : name}</span>}
    </span>
  )
}

interface UserLinkProps {
  /** None: there is no page, such as for an anonymous user. */
  readonly url: string | null | undefined
  readonly children: string
}

/** A name that leads to the page of its user. It has the color of the text around it, because few readers follow it. */
export const UserLink = ({ url, children }: UserLinkProps): ReactNode =>
  url ? (
    <Link href={url} style={{ color: 'inherit' }}>
      {children}
    </Link>
  ) : (
    children
  )
