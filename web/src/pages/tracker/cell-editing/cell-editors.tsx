import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { type FieldEdit, onWriteNote, useFieldEdits } from '../../../data/artifact-writes.ts'
import { renewArtifactLists } from '../../../data/queries.ts'
import type { ValueEntry } from '../../../data/trackers.ts'
import { announce } from '../../../design/announce.tsx'
import { showToast } from '../../../design/toast.tsx'
import { isEditableType } from '../../../fields/registry.ts'
import { texts } from '../../../texts/texts.ts'
import type { GridHandle } from '../artifact-grid.tsx'
import type { GridColumn } from '../columns.tsx'
import type { Cursor } from '../list-place.ts'
import type { Field } from '../view.ts'
import { CellEditor } from './cell-editor.tsx'
import type { CellRequest, OpenCell, RowChanges } from './cell-request.ts'
import { changeRow } from './change-row.ts'

interface CellEditorsProps {
  readonly tracker: TrackerRepresentation
  /** It is opened, and then no request any more. */
  readonly request: CellRequest | null
  readonly setRequest: (request: null) => void
  readonly columns: readonly GridColumn[]
  readonly cursor: Cursor
  readonly onCursor: (cursor: Cursor) => void
  readonly findRow: (artifact: number) => number | undefined
  readonly grid: RefObject<GridHandle | null>
  readonly isPeeking: boolean
  readonly setChanges: (update: (now: RowChanges) => RowChanges) => void
}

const renderMs = 500

/** The editors of cells, each over its cell. A row shows what is saved at once, and its former values after a refusal. */
export function CellEditors(props: CellEditorsProps): ReactNode {
  const { tracker, request, setRequest, columns, cursor, onCursor, findRow, grid, isPeeking, setChanges } = props
  const [cells, setCells] = useState<readonly OpenCell[]>([])
  const [artifacts, setArtifacts] = useState<readonly number[]>([])
  // The artifact next to the list announces all of them.
  useEffect(() => (isPeeking ? undefined : onWriteNote(announce)), [isPeeking])

  const open = (next: CellRequest): void => {
    const field = findField(next, tracker, columns)
    if (field === undefined || !isEditable(field)) {
      showToast(texts.tracker.fixedCell(field?.label ?? columns[next.column - 1]?.title ?? ''), 'negative')
      return
    }
    const { artifact } = next
    setArtifacts((now) => (now.includes(artifact.id) ? now : [...now, artifact.id]))
    setCells((now) => [...now.filter((cell) => !isOf(cell, artifact.id, field)), { artifact, field, request: next }])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => {
    if (request === null) return
    setRequest(null)
    open(request)
  }, [request])

  const step = (cell: OpenCell, by: 1 | -1, frozen: ReadonlyMap<number, string>): void => {
    for (let column = cell.request.column + by; column > 0 && column <= columns.length; column += by) {
      const next: CellRequest = { ...cell.request, what: 'edit', column }
      const field = findField(next, tracker, columns)
      if (field === undefined || !isEditable(field) || frozen.has(field.field_id)) continue
      onCursor({ row: findRow(cell.artifact.id) ?? cursor.row, column })
      open(next)
      return
    }
    grid.current?.focus()
  }
  /** The rows of artifacts whose lists are read again. */
  const formerRows = useRef(new Map<number, number | undefined>())
  // The artifact may have another row after its change: the cursor and the focus follow it.
  useEffect(() => {
    for (const [artifact, before] of formerRows.current) {
      const row = findRow(artifact)
      if (row === undefined || row === before) continue
      formerRows.current.delete(artifact)
      if (cursor.row !== before) continue
      queueMicrotask(() => {
        if (document.activeElement?.closest('[role$="grid"]') != null) grid.current?.focusSoon()
        // The grid takes the focus along with a move that is rendered at once.
        flushSync(() => onCursor({ ...cursor, row }))
      })
    }
  })
  return (
    <>
      {artifacts.map((artifact) => (
        <RowEdits
          key={artifact}
          artifact={artifact}
          tracker={tracker}
          setChanges={setChanges}
          onSaved={(renewal) => {
            formerRows.current.set(artifact, findRow(artifact))
            // The rows show the new list a little later.
            const end = (): void => void setTimeout(() => formerRows.current.delete(artifact), renderMs)
            void renewal.then(end, end)
          }}
        />
      ))}
      {cells.map((cell) => (
        <CellEditor
          key={`${cell.artifact.id} ${cell.field.field_id}`}
          cell={cell}
          tracker={tracker}
          row={findRow(cell.artifact.id)}
          column={findColumn(cell, columns)}
          onStep={(by, frozen) => step(cell, by, frozen)}
          onReturn={() => grid.current?.focus()}
          onEnd={() => setCells((now) => now.filter((each) => !isOf(each, cell.artifact.id, cell.field)))}
        />
      ))}
    </>
  )
}

const isOf = (cell: OpenCell, artifact: number, field: Field): boolean =>
  cell.artifact.id === artifact && cell.field.field_id === field.field_id

const isEditable = ({ type, permissions }: Field): boolean => isEditableType(type) && permissions.includes('update')

/** The first column of the grid has the boxes of the rows. */
function findField(
  { what, column }: CellRequest,
  { fields, semantics }: TrackerRepresentation,
  columns: readonly GridColumn[],
): Field | undefined {
  const id = { edit: undefined, status: semantics.status, assign: semantics.contributor }[what]?.field_id
  const name = columns[column - 1]?.name
  return fields.find((field) => (what === 'edit' ? field.name === name : field.field_id === id))
}

/** Where the value is shown; otherwise the cell of the cursor. */
function findColumn({ field, request }: OpenCell, columns: readonly GridColumn[]): number {
  const place = columns.findIndex(({ name }) => name === field.name)
  return place < 0 ? Math.min(request.column, columns.length) : place + 1
}

interface RowEditsProps extends Pick<CellEditorsProps, 'tracker' | 'setChanges'> {
  readonly artifact: number
  /** The lists are read again. */
  readonly onSaved: (renewal: Promise<void>) => void
}

const noEntries: ReadonlyMap<number, ValueEntry> = new Map()

/** Shows the values of a row that are on their way, and saved ones until the list has them. */
function RowEdits({ artifact, tracker, setChanges, onSaved }: RowEditsProps): ReactNode {
  const edits = useFieldEdits(artifact)
  const [saved, setSaved] = useState(noEntries)
  const before = useRef(edits)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when edits change
  useLayoutEffect(() => {
    const settled = [...before.current.values()].filter((edit) => isPending(edit) && !edits.has(edit.fieldId))
    before.current = edits
    if (settled.length === 0) return
    setSaved((now) => new Map([...now, ...settled.map((edit) => [edit.fieldId, edit.newEntry] as const)]))
    const renewal = renewArtifactLists(tracker.id)
    const end = (): void =>
      setSaved((now) => new Map([...now].filter(([, entry]) => settled.every(({ newEntry }) => newEntry !== entry))))
    void renewal.then(end, end)
    onSaved(renewal)
  }, [edits])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when values change
  useLayoutEffect(() => {
    const pending = [...edits.values()].filter(isPending)
    const entries = new Map([...saved, ...pending.map((edit) => [edit.fieldId, edit.newEntry] as const)])
    if (entries.size > 0)
      setChanges((now) => new Map([...now, [artifact, (listed) => changeRow(listed, tracker, entries)]]))
    else setChanges((now) => without(now, artifact))
  }, [edits, saved])
  useEffect(() => () => setChanges((now) => without(now, artifact)), [artifact, setChanges])
  return null
}

const without = (changes: RowChanges, artifact: number): RowChanges =>
  changes.has(artifact) ? new Map([...changes].filter(([id]) => id !== artifact)) : changes

const isPending = ({ state }: FieldEdit): boolean => state.kind === 'saving' || state.kind === 'retrying'
