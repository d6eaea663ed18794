import type { ReactNode } from 'react'
import type { ValueEntry } from '../data/trackers.ts'
import { Badge } from '../design/badge.tsx'
import { UserBadge } from '../design/user-badge.tsx'
import { EmptyValue } from './empty-value.tsx'
import styles from './value.module.css'

export type Item = Extract<ValueEntry, { type: 'tbl' }>['bind_value_objects'][number]

/** Values of a list: labels with colors, users, groups, open values. */
export const Items = ({ of }: { readonly of: readonly Item[] }): ReactNode =>
  of.length === 0 ? (
    <EmptyValue />
  ) : (
    <span className={styles.items}>
      {of.map((item) => (
        <span key={'username' in item ? `user ${item.username ?? item.display_name}` : `value ${item.id}`}>
          {'username' in item ? <UserBadge user={item} /> : <Badge color={colorOf(item)}>{item.label}</Badge>}
        </span>
      ))}
    </span>
  )

/** Color of a static value: a name of the palette, or a color of an old archive. */
function colorOf(item: Exclude<Item, { username: unknown }>): string | null {
  if (!('tlp_color' in item)) return null
  if (item.tlp_color !== null) return item.tlp_color
  if (item.color === null) return null
  return `#${[item.color.r, item.color.g, item.color.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
