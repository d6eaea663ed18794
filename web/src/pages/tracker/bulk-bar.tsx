import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ShortcutKeys } from '../../design/keys.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { useShortcut } from '../../design/shortcut.ts'
import type { ShortcutId } from '../../design/shortcut-table.ts'
import { reportFailure } from '../../design/show-error.ts'
import { getFieldType, isEditableType } from '../../fields/registry.ts'
import { texts } from '../../texts/texts.ts'
import styles from './bulk-bar.module.css'
import { downloadRows } from './export-rows.ts'
import { countSelected, type Selection } from './selection.ts'
import type { Field } from './view.ts'

const BulkChangeDialog = lazy(() =>
  import('./bulk-change-dialog.tsx').then((file) => ({ default: file.BulkChangeDialog })),
)
const BulkDeleteDialog = lazy(() =>
  import('./bulk-delete-dialog.tsx').then((file) => ({ default: file.BulkDeleteDialog })),
)

const BulkLinkDialog = lazy(() => import('./bulk-link-dialog.tsx').then((file) => ({ default: file.BulkLinkDialog })))

const words = texts.tracker.bulk

const exportFormats = ['csv', 'xlsx'] as const
const exportTexts = { csv: words.exportCsv, xlsx: words.exportXlsx }

interface BulkBarProps {
  readonly tracker: TrackerRepresentation
  readonly selection: Selection
  /** The artifacts of the list, selected or not. */
  readonly listed: number
  /** Those of the table. */
  readonly columns: readonly { readonly name: string }[]
  /** At the bottom of a narrow window, where the list has no heading with a checkbox for all. */
  readonly isNarrow: boolean
  /** undefined: all rows are selected. */
  readonly onSelectAll: (() => void) | undefined
  /** Ends the selection; the focus goes back to the list. */
  readonly onClear: () => void
}

/** What can be done with the selected artifacts. */
export function BulkBar(props: BulkBarProps): ReactNode {
  const { tracker, selection, listed, columns, isNarrow, onSelectAll, onClear } = props
  const [open, setOpen] = useState<{ readonly field: Field | undefined } | 'link' | 'delete' | null>(null)
  const [isExporting, setExporting] = useState(false)
  const { fields, semantics } = tracker
  const canLink = fields.some(
    ({ allowed_types, permissions }) => allowed_types !== undefined && permissions.includes('update'),
  )
  const editable = fields.filter(
    ({ type, permissions }) =>
      isEditableType(type) && getFieldType(type).isBulkEditable && permissions.includes('update'),
  )
  const fieldOf = (id: number | undefined): Field | undefined => editable.find(({ field_id }) => field_id === id)
  const [status, contributor] = [fieldOf(semantics.status?.field_id), fieldOf(semantics.contributor?.field_id)]
  useShortcut('status', () => setOpen({ field: status }), status !== undefined)
  useShortcut('assign', () => setOpen({ field: contributor }), contributor !== undefined)
  const close = (isDone: boolean): void => {
    setOpen(null)
    if (isDone) onClear()
  }
  const exportAs = (format: (typeof exportFormats)[number]): void => {
    setExporting(true)
    const rows = { format, ids: [...selection.keys()] }
    void reportFailure(downloadRows(tracker, columns, rows)).finally(() => setExporting(false))
  }
  const count = <span className={styles.count}>{countSelected(selection.size, listed)}</span>
  const clear = <IconButton icon="close" label={words.clear} onPress={onClear} />
  const ofMainFields = (
    <>
      {status && (
        <Button kind="quiet" icon="arrow-right" onPress={() => setOpen({ field: status })}>
          {status.label} <Keys id="status" />
        </Button>
      )}
      {contributor && (
        <Button kind="quiet" icon="user" onPress={() => setOpen({ field: contributor })}>
          {contributor.label} <Keys id="assign" />
        </Button>
      )}
    </>
  )
  return (
    <>
      {isNarrow ? (
        <div className={styles.narrow} role="toolbar" aria-label={words.title}>
          <div>
            {count}
            {onSelectAll !== undefined && (
              <Button kind="quiet" onPress={onSelectAll}>
                {texts.tracker.selectAll}
              </Button>
            )}
            <span className={styles.end}>{clear}</span>
          </div>
          <div>
            {ofMainFields}
            <span className={styles.end}>
              <Menu
                label={texts.tracker.moreActions}
                trigger={<IconButton icon="more" label={texts.tracker.moreActions} isDisabled={isExporting} />}
              >
                {editable.length > 0 && (
                  <MenuItem icon="edit" onAction={() => setOpen({ field: undefined })}>
                    {words.setField}
                  </MenuItem>
                )}
                {canLink && (
                  <MenuItem icon="link" onAction={() => setOpen('link')}>
                    {words.link}
                  </MenuItem>
                )}
                {exportFormats.map((format) => (
                  <MenuItem key={format} icon="download" onAction={() => exportAs(format)}>
                    {exportTexts[format]}
                  </MenuItem>
                ))}
                <MenuItem icon="trash" isDangerous onAction={() => setOpen('delete')}>
                  {words.remove}
                </MenuItem>
              </Menu>
            </span>
          </div>
        </div>
      ) : (
        <div className={styles.bar} role="toolbar" aria-label={words.title}>
          {count}
          <span className={styles.line} />
          {ofMainFields}
          {editable.length > 0 && (
            <Button kind="quiet" icon="edit" onPress={() => setOpen({ field: undefined })}>
              {words.setField}
            </Button>
          )}
          {canLink && (
            <Button kind="quiet" icon="link" onPress={() => setOpen('link')}>
              {words.link}
            </Button>
          )}
          {exportFormats.map((format) => (
            <Button key={format} kind="quiet" icon="download" isPending={isExporting} onPress={() => exportAs(format)}>
              {exportTexts[format]}
            </Button>
          ))}
          <span className={styles.line} />
          <span className={styles.danger}>
            <Button kind="quiet" icon="trash" onPress={() => setOpen('delete')}>
              {words.remove}
            </Button>
          </span>
          <span className={styles.line} />
          {clear}
        </div>
      )}
      <Suspense fallback={null}>
        {open === 'delete' ? (
          <BulkDeleteDialog tracker={tracker} selection={selection} onClose={close} />
        ) : open === 'link' ? (
          <BulkLinkDialog tracker={tracker} selection={selection} onClose={close} />
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

const Keys = ({ id }: { readonly id: ShortcutId }): ReactNode => (
  <span className={styles.keys} aria-hidden="true">
    <ShortcutKeys id={id} />
  </span>
)
