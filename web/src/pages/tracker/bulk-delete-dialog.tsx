import { type ReactNode, useEffect, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { type BulkOutcome, deleteArtifacts } from '../../data/bulk-changes.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { Notice } from '../../design/notice.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './bulk-bar.module.css'
import { BulkPreview } from './bulk-preview.tsx'
import { createStatusMarks } from './columns.tsx'
import type { Selection } from './selection.ts'

const words = texts.tracker.bulk

interface BulkDeleteDialogProps {
  readonly tracker: TrackerRepresentation
  readonly selection: Selection
  readonly onClose: (isDone: boolean) => void
}

/** Deletes the selected artifacts after a preview, since nothing brings them back. */
export function BulkDeleteDialog({ tracker, selection, onClose }: BulkDeleteDialogProps): ReactNode {
  const [preview, setPreview] = useState<BulkOutcome | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    let isOver = false
    deleteArtifacts(tracker.id, [...selection.keys()], true).then(
      (outcome) => {
        if (isOver) return
        setPreview(outcome)
        announce(`${words.willDelete(outcome.changed.length)}. ${words.cannot(outcome.refused.size)}.`)
      },
      () => !isOver && setProblem(texts.states.problem),
    )
    return () => {
      isOver = true
    }
  }, [tracker.id, selection])
  const count = preview?.changed.length ?? 0
  const remove = async (): Promise<void> => {
    if (preview === null) return
    setPending(true)
    try {
      const { changed, refused } = await deleteArtifacts(tracker.id, preview.changed, false)
      const done = words.deleted(changed.length)
      showToast(refused.size === 0 ? done : `${done}. ${words.cannot(refused.size)}.`)
      onClose(true)
    } catch {
      setProblem(texts.states.problem)
      setPending(false)
    }
  }
  return (
    <Dialog
      title={words.deleteTitle(selection.size)}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose(false)}
      mustDecide
    >
      <p>{words.deleteText(selection.size)}</p>
      {preview ? (
        <BulkPreview
          markOf={createStatusMarks(tracker)}
          outcome={preview}
          selection={selection}
          title={words.willDelete(count)}
        />
      ) : (
        problem === undefined && <p className={styles.waiting}>{words.previewing}</p>
      )}
      {problem !== undefined && <Notice kind="negative" title={problem} />}
      <DialogActions>
        <Button onPress={() => onClose(false)} isDisabled={isPending} autoFocus>
          {texts.states.cancel}
        </Button>
        <Button kind="danger" isDisabled={count === 0} isPending={isPending} onPress={remove}>
          {words.deleteNow(count)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
