import type { ReactNode } from 'react'
import { ColorMark } from '../../design/badge.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import { createItemOption, getItemLabel, type ListItem } from '../editors/list-options.ts'
import { EmptyValue } from './empty-value.tsx'
import styles from './line.module.css'

/** Values of a list in one line: a mark in their color and the name. */
export const ItemsLine = ({ of }: { readonly of: readonly ListItem[] }): ReactNode =>
  of.length === 0 ? (
    <EmptyValue />
  ) : (
    <span className={styles.items} title={of.map(getItemLabel).join(', ')}>
      {of.map((item, place) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the elements of a row are those of another one next
        if ('username' in item) return <UserBadge key={place} user={item} />
        const { label, color } = createItemOption(item)
        return (
          <span key={place}>
            {color && <ColorMark color={color} />}
            {label}
          </span>
        )
        // biome-ignore-end lint/suspicious/noArrayIndexKey: until here
      })}
    </span>
  )
