import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Pressable } from '../../design/pressable.tsx'
import styles from './tracker-page.module.css'

interface FilterToggleProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly mark?: ReactNode
  readonly children: string
}

/** A condition that is on or off. */
export const FilterToggle = ({ isOn, onChange, mark, children }: FilterToggleProps): ReactNode => (
  <Pressable
    className={styles.chip}
    aria-pressed={isOn}
    data-selected={isOn || undefined}
    onPress={() => onChange(!isOn)}
  >
    {isOn ? <Icon name="check" /> : mark}
    <span className={styles.chipText}>{children}</span>
  </Pressable>
)
