import type { ReactNode } from 'react'
import { StatusMark, type StatusStage } from '../../../artifact/status-mark.tsx'
import { ColorMark } from '../../../design/badge.tsx'
import { UserBadge } from '../../../design/user-badge.tsx'
import type { BoardColumn } from './board-columns.ts'

interface ColumnMarkProps extends Pick<BoardColumn, 'id' | 'option'> {
  readonly isStatus: boolean
  readonly stageOf: (id: string) => StatusStage
}

/** The shape of a status, the picture of a user, or a square in the color of another value. */
export function ColumnMark({ id, option, isStatus, stageOf }: ColumnMarkProps): ReactNode {
  if (option.user) return <UserBadge user={option.user} isNameHidden />
  return isStatus ? (
    <StatusMark stage={stageOf(id)} color={option.color ?? null} />
  ) : (
    <ColorMark color={option.color ?? null} />
  )
}
