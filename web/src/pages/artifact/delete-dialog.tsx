import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { checkChange, sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { buildQueryKey, queryCache, renewArtifactLists } from '../../data/queries.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { Notice } from '../../design/notice.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.editing

interface DeleteDialogProps {
  readonly artifact: OpenArtifact
  onClose(): void
}

/** Deletes the artifact after a question, since nothing brings it back. */
export function DeleteDialog({ artifact: { id, xref, tracker }, onClose }: DeleteDialogProps): ReactNode {
  const [, navigate] = useLocation()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [remaining, setRemaining] = useState<number | null>(null)
  useEffect(() => {
    checkChange('DELETE', `/artifacts/${id}`).then(
      (headers) => setRemaining(Number(headers.get('x-ratelimit-remaining') ?? Number.NaN)),
      (thrown: unknown) => thrown instanceof Failure && thrown.status !== 0 && setProblem(thrown.message),
    )
  }, [id])
  const remove = async (): Promise<void> => {
    setPending(true)
    try {
      await sendChange('DELETE', `/artifacts/${id}`)
      showToast(words.deleted(xref))
      navigate(`/trackers/${tracker.id}`)
      queryCache.removeQueries({ queryKey: buildQueryKey(`/artifacts/${id}`) })
      await renewArtifactLists(tracker.id)
    } catch (thrown) {
      const message = thrown instanceof Failure ? thrown.message : texts.states.problem
      setProblem(message)
      announce(message, 'assertive')
      setPending(false)
    }
  }
  return (
    <Dialog title={words.deleteTitle(xref)} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} mustDecide>
      <p>{words.deleteText}</p>
      {remaining !== null && Number.isFinite(remaining) && <p>{words.deletionsLeft(remaining)}</p>}
      {problem !== null && <Notice kind="negative" title={problem} />}
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          {texts.states.cancel}
        </Button>
        <Button kind="danger" isPending={isPending} onPress={remove}>
          {words.deleteArtifact}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
