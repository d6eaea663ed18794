import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { isEditableType } from '../../artifact/kinds.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { useShortcut } from '../../design/shortcut.ts'
import { texts } from '../../texts/texts.ts'
import styles from './bulk-bar.module.css'
import type { Selection } from './selection.ts'
import type { Field } from './view.ts'

const BulkChangeDialog = lazy(() =>
  import('./bulk-change-dialog.tsx').then((file) => ({ default: file.BulkChangeDialog })),
)
const BulkDeleteDialog = lazy(() =>
  import('./bulk-delete-dialog.tsx').then((file) => ({ default: file.BulkDeleteDialog })),
)

const words = texts.tracker.bulk

/** One value makes no sense for several artifacts, or would replace others unseen. */
const singleTypes = new Set(['file', 'art_link', 'ttmstepdef', 'computed'])

interface BulkBarProps {
  readonly tracker: TrackerRepresentation
  readonly selection: Selection
  /** Ends the selection; the focus goes back to the list. */
  readonly onClear: () => void
}

/** What can be done with the selected artifacts. */
export function BulkBar({ tracker, selection, onClear }: BulkBarProps): ReactNode {
  const [open, setOpen] = useState<{ readonly field: Field | undefined } | 'delete' | null>(null)
  const { fields, semantics } = tracker
  const editable = fields.filter(
    ({ type, permissions }) => isEditableType(type) && !singleTypes.has(type) && permissions.includes('update'),
  )
  const fieldOf = (id: number | undefined): Field | undefined => editable.find(({ field_id }) => field_id === id)
  const [status, contributor] = [fieldOf(semantics.status?.field_id), fieldOf(semantics.contributor?.field_id)]
  useShortcut('status', () => setOpen({ field: status }), status !== undefined)
  useShortcut('assign', () => setOpen({ field: contributor }), contributor !== undefined)
  const close = (isDone: boolean): void => {
    setOpen(null)
    if (isDone) onClear()
  }
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={words.title}>
        <span className={styles.count}>{texts.tracker.selected(selection.size)}</span>
        {status && (
          <Button kind="quiet" onPress={() => setOpen({ field: status })}>
            {status.label}
          </Button>
        )}
        {contributor && (
          <Button kind="quiet" icon="user" onPress={() => setOpen({ field: contributor })}>
            {contributor.label}
          </Button>
        )}
        {editable.length > 0 && (
          <Button kind="quiet" icon="edit" onPress={() => setOpen({ field: undefined })}>
            {words.setField}
          </Button>
        )}
        <Button kind="quiet" icon="trash" onPress={() => setOpen('delete')}>
          {words.remove}
        </Button>
        <IconButton icon="close" label={words.clear} onPress={onClear} />
      </div>
      <Suspense fallback={null}>
        {open === 'delete' ? (
          <BulkDeleteDialog tracker={tracker.id} selection={selection} onClose={close} />
        ) : (
          open !== null && (
            <BulkChangeDialog
              tracker={tracker}
              fields={editable}
              field={open.field}
              selection={selection}
              onClose={close}
            />
          )
        )}
      </Suspense>
    </>
  )
}
