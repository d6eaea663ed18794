import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react'
import type { ArtifactRepresentation } from '../../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { TrackerArtifacts } from '../../../data/tracker-artifacts.ts'
import { type PageAction, usePageActions } from '../../../frame/page-actions.ts'
import { texts } from '../../../texts/texts.ts'
import type { GridHandle } from '../artifact-grid.tsx'
import type { GridColumn } from '../columns.tsx'
import type { Cursor } from '../list-place.ts'
import type { CellRequest, RowChanges } from './cell-request.ts'

const CellEditors = lazy(() => import('./cell-editors.tsx').then((file) => ({ default: file.CellEditors })))

const noChanges: RowChanges = new Map()

interface CellEditingInput {
  readonly tracker: TrackerRepresentation
  /** By rows. */
  readonly artifacts: TrackerArtifacts
  readonly columns: readonly GridColumn[]
  readonly cursor: Cursor
  readonly onCursor: (cursor: Cursor) => void
  readonly grid: RefObject<GridHandle | null>
  /** Whether an artifact is open next to the list. */
  readonly isPeeking: boolean
  readonly isActive: boolean
  /** Whether a row is one of the list: children are edited next to the list, or on their pages. */
  readonly isListed: (row: number) => boolean
}

interface CellEditing {
  /** With values that are not saved yet. */
  readonly rowAt: (row: number) => ArtifactRepresentation | undefined
  /** The open editors, among the rows. */
  readonly editors: ReactNode
}

/** Edits values in the cells of the table; the code comes with the first edit. */
export function useCellEditing(input: CellEditingInput): CellEditing {
  const { tracker, artifacts, columns, cursor, onCursor, grid, isPeeking, isActive, isListed } = input
  const [request, setRequest] = useState<CellRequest | null>(null)
  const [isUsed, setUsed] = useState(false)
  const [changes, setChanges] = useState(noChanges)
  const listedAt = artifacts.rowAt
  const { fields, semantics } = tracker
  const isOffered = (field?: { readonly field_id: number }): boolean =>
    fields.some(
      ({ field_id, permissions }) =>
        permissions.includes('update') && (field === undefined || field_id === field.field_id),
    )
  const actionOf = (what: CellRequest['what'], icon: PageAction['icon'], isPossible: boolean): PageAction[] =>
    isActive && isPossible && isListed(cursor.row)
      ? [
          {
            ...{ id: what, shortcut: what, icon, label: texts.keyboard.shortcuts[what] },
            run() {
              const artifact = listedAt(cursor.row)
              if (artifact === undefined) return
              setUsed(true)
              setRequest({ artifact, what, column: cursor.column })
            },
          },
        ]
      : []
  usePageActions([
    ...actionOf('edit', 'edit', isOffered()),
    // The artifact next to the list has these.
    ...actionOf('status', 'arrow-right', !isPeeking && semantics.status !== undefined && isOffered(semantics.status)),
    ...actionOf(
      'assign',
      'user',
      !isPeeking && semantics.contributor !== undefined && isOffered(semantics.contributor),
    ),
  ])
  const rowAt = useCallback(
    (row: number) => {
      const artifact = listedAt(row)
      return artifact && (changes.get(artifact.id)?.(artifact) ?? artifact)
    },
    [listedAt, changes],
  )
  return {
    rowAt,
    editors: isActive && isUsed && (
      <Suspense fallback={null}>
        <CellEditors
          key={tracker.id}
          {...{ tracker, request, setRequest, columns, cursor, onCursor, grid, isPeeking, setChanges }}
          findRow={artifacts.findRow}
        />
      </Suspense>
    ),
  }
}
