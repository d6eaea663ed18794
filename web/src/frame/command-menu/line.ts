import type { ReactNode } from 'react'
import type { ShortcutId } from '../../design/shortcut-table.ts'
import type { Ranges } from './fuzzy-match.ts'

/** An action, a place, an artifact or a user in the command menu. */
export interface Line {
  readonly id: string
  readonly label: string
  readonly ranges: Ranges
  readonly mark: ReactNode
  /** Before the label: the number of an artifact. */
  readonly number?: string
  readonly detail?: string | undefined
  readonly shortcut?: ShortcutId | undefined
  readonly href?: string
  readonly run?: () => void
}

export interface Section {
  readonly id: string
  readonly title: string
  readonly lines: readonly Line[]
}
