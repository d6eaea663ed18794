import { lazy, type ReactNode, Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { requireCode } from '../../data/failure.ts'
import { useMayAdminister } from '../../data/tracker-admin.ts'
import { IconButton } from '../../design/button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { type PageAction, usePageActions } from '../../frame/page-actions.ts'
import { texts } from '../../texts/texts.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((file) => ({ default: file.ImportDialog })))

const words = texts.tracker

interface TrackerMenuProps {
  readonly tracker: TrackerRepresentation
  /** The condition of the rows; empty: all. */
  readonly query: string
  readonly columns: readonly { readonly name: string }[]
  readonly isSignedIn: boolean
}

/** Rare actions on the rows. */
export function TrackerMenu({ tracker, query, columns, isSignedIn }: TrackerMenuProps): ReactNode {
  const [isImporting, setImporting] = useState(false)
  const canWrite =
    isSignedIn &&
    tracker.fields.some(({ permissions }) => permissions.includes('create') || permissions.includes('update'))
  const mayAdminister = useMayAdminister(tracker)
  const copy = (): Promise<void> =>
    navigator.clipboard.writeText(location.href).then(
      () => showToast(words.linkCopied),
      () => showToast(texts.states.copyFailed, 'negative'),
    )
  const settings = `/trackers/${tracker.id}/admin/general`
  const createExport = (format: 'csv' | 'xlsx'): PageAction => ({
    ...({ id: `export ${format}`, label: words.download(format.toUpperCase()), icon: 'download' } as const),
    run: () =>
      void reportFailure(
        requireCode(import('./export-rows.ts')).then(({ downloadRows }) =>
          downloadRows(tracker, columns, { query, format }),
        ),
      ),
  })
  const actions: readonly PageAction[] = [
    createExport('csv'),
    createExport('xlsx'),
    ...(canWrite
      ? [{ id: 'import', label: words.importCsv, icon: 'upload', run: () => setImporting(true) } as const]
      : []),
    ...(mayAdminister
      ? [
          {
            ...({ id: 'administration', icon: 'settings', label: texts.trackerAdmin.open } as const),
            run: () => navigate(settings),
          },
        ]
      : []),
    { id: 'copy link', label: words.copyLink, icon: 'link', run: () => void copy() },
  ]
  usePageActions(actions)
  return (
    <>
      <Menu label={words.moreActions} trigger={<IconButton icon="more" label={words.moreActions} />}>
        {actions.map(({ id, label, icon, run }) => (
          <MenuItem key={id} icon={icon} {...(id === 'administration' ? { href: settings } : { onAction: run })}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog tracker={tracker} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
