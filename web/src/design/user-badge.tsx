import type { ReactNode } from 'react'
import { getUserName } from '../user-name.ts'
import { useHint } from './hints.ts'
import styles from './user-badge.module.css'

interface UserBadgeProps {
  readonly user: { readonly display_name: string; readonly real_name: string | null; readonly username: string | null }
  readonly isNameHidden?: boolean
  readonly isLarge?: boolean
}

/** A user: initials and name. */
export const UserBadge = ({ user, isNameHidden, isLarge }: UserBadgeProps): ReactNode => {
  const name = getUserName(user)
  const hint = useHint(user.username ?? undefined)
  return (
    <span className={styles.badge}>
      <span
        className={styles.initials}
        aria-hidden="true"
        data-large={isLarge}
        data-tone={toneOf(user.username ?? name)}
      >
        {initialsOf(name)}
      </span>
      {!isNameHidden && <span title={hint}>{name}</span>}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  const [first, last] = [words[0] ?? '?', words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A user has the same color everywhere. */
const toneOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % 6
