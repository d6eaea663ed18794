import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { downloadFile } from '../../data/download-file.ts'
import { useMayAdminister } from '../../data/tracker-admin.ts'
import { IconButton } from '../../design/button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import { buildCsvUrl } from './export-csv.ts'

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
  return (
    <>
      <Menu label={words.moreActions} trigger={<IconButton icon="more" label={words.moreActions} />}>
        <MenuItem
          icon="download"
          onAction={() =>
            void reportFailure(downloadFile(buildCsvUrl(tracker, columns, { query }), `${tracker.item_name}.csv`))
          }
        >
          {words.downloadCsv}
        </MenuItem>
        {canWrite && (
          <MenuItem icon="upload" onAction={() => setImporting(true)}>
            {words.csv.open}
          </MenuItem>
        )}
        {mayAdminister && (
          <MenuItem icon="settings" href={`/trackers/${tracker.id}/admin/general`}>
            {texts.trackerAdmin.open}
          </MenuItem>
        )}
        <MenuItem icon="link" onAction={() => void copy()}>
          {words.copyLink}
        </MenuItem>
      </Menu>
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog tracker={tracker.id} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
