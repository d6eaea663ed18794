import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { buildApiUrl } from '../../data/api-url.ts'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { downloadFile } from '../../data/download-file.ts'
import { IconButton } from '../../design/button.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { usePageActions } from '../../frame/page-actions.ts'
import { texts } from '../../texts/texts.ts'

const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((file) => ({ default: file.DeleteDialog })))

const MoveDialog = lazy(() => import('./move-dialog.tsx').then((file) => ({ default: file.MoveDialog })))

const words = texts.editing

interface ActionsProps {
  readonly artifact: OpenArtifact
  /** The user may create artifacts in its tracker. */
  readonly mayCreate: boolean
}

/** Rare actions on the artifact. */
export function Actions({ artifact, mayCreate }: ActionsProps): ReactNode {
  const [, navigate] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const copyLink = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/artifacts/${artifact.id}`)
      showToast(texts.states.copied)
    } catch {
      showToast(texts.states.copyFailed, 'negative')
    }
  }
  // The API authenticates no one who only follows a link to it (docs/api/authentication.md §1.7).
  const save = (format: string): Promise<unknown> =>
    reportFailure(downloadFile(buildApiUrl(`/artifacts/${artifact.id}.${format}`), `artifact-${artifact.id}.${format}`))
  const copyHref = `/trackers/${artifact.tracker.id}/new?copy_of=${artifact.id}`
  usePageActions([
    { id: 'copy link', label: words.copyLink, icon: 'link', run: () => void copyLink() },
    ...(mayCreate
      ? [{ id: 'copy artifact', label: words.copyArtifact, icon: 'copy', run: () => navigate(copyHref) } as const]
      : []),
    ...(artifact.can_move
      ? [
          {
            ...({ id: 'move', icon: 'arrow-right', shortcut: 'move' } as const),
            ...{ label: words.move.action, run: () => setMoving(true) },
          },
        ]
      : []),
    ...(artifact.can_delete
      ? [{ id: 'delete', label: words.deleteArtifact, icon: 'trash', run: () => setDeleting(true) } as const]
      : []),
  ])
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={words.moreActions} />} label={words.moreActions}>
        <MenuItem icon="link" onAction={copyLink}>
          {words.copyLink}
        </MenuItem>
        {(['json', 'xml'] as const).map((format) => (
          <MenuItem key={format} icon="download" onAction={() => void save(format)}>
            {words.downloadAs[format]}
          </MenuItem>
        ))}
        {mayCreate ? (
          <MenuItem icon="copy" href={copyHref}>
            {words.copyArtifact}
          </MenuItem>
        ) : null}
        {artifact.can_move ? (
          <MenuItem icon="arrow-right" onAction={() => setMoving(true)}>
            {words.move.action}
          </MenuItem>
        ) : null}
        {artifact.can_delete ? (
          <MenuItem icon="trash" isDangerous onAction={() => setDeleting(true)}>
            {words.deleteArtifact}
          </MenuItem>
        ) : null}
      </Menu>
      {isMoving && (
        <Suspense fallback={null}>
          <MoveDialog artifact={artifact} onClose={() => setMoving(false)} />
        </Suspense>
      )}
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteDialog artifact={artifact} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}
