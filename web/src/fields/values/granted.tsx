import type { ReactNode } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Icon } from '../../design/icon.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './value.module.css'

const words = texts.artifact

/** The groups that can see an artifact. */
export const Granted = ({ groups }: { readonly groups: readonly string[] }): ReactNode =>
  groups.length === 0 ? (
    <span>{words.everybody}</span>
  ) : (
    <span className={styles.items}>
      {groups.map((group) => (
        <Badge key={group}>
          <Icon name="lock" />
          {group}
        </Badge>
      ))}
    </span>
  )
