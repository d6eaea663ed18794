import type { ReactNode } from 'react'
import { StatusMark, stagesOf } from '../../artifact/status-mark.tsx'
import type { ValueEntry } from '../../data/trackers.ts'
import { ColorMark } from '../../design/badge.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { type Field, useAnyFieldContext } from '../field-context.tsx'
import { EmptyValue } from './empty-value.tsx'
import styles from './value.module.css'

type Item = Extract<ValueEntry, { type: 'tbl' }>['bind_value_objects'][number]

interface ItemsProps {
  readonly of: readonly Item[]
  readonly field?: Field | undefined
}

/** Values of a list: labels with colors, users, groups, open values. A status has the shape of its place. */
export function Items({ of, field }: ItemsProps): ReactNode {
  const status = useAnyFieldContext()?.tracker.semantics.status
  if (of.length === 0) return <EmptyValue />
  const isStatus = field !== undefined && status?.field_id === field.field_id
  return (
    <span className={styles.items}>
      {of.map((item) =>
        'username' in item ? (
          <UserBadge key={`user ${item.username ?? item.display_name}`} user={item} />
        ) : isStatus ? (
          <span key={`value ${item.id}`} className={styles.status}>
            <StatusMark stage={stagesOf(field, status?.value_ids ?? [])(String(item.id))} color={colorOf(item)} />
            {item.label}
          </span>
        ) : (
          <span key={`value ${item.id}`} className={styles.chip}>
            {colorOf(item) !== null && <ColorMark color={colorOf(item)} />}
            {item.label}
          </span>
        ),
      )}
    </span>
  )
}

/** Color of a static value: a name of the palette, or a color of an old archive. */
function colorOf(item: Exclude<Item, { username: unknown }>): string | null {
  if (!('tlp_color' in item)) return null
  if (item.tlp_color !== null) return item.tlp_color
  if (item.color === null) return null
  return `#${[item.color.r, item.color.g, item.color.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
