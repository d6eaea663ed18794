import { type ReactNode, useState } from 'react'
import { Failure } from '../data/failure.ts'
import { texts } from '../texts/texts.ts'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Notice } from './notice.tsx'

interface ConfirmProps {
  readonly trigger: ReactNode
  readonly title: string
  /** A sentence about the consequences. */
  readonly children: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly onConfirm: () => Promise<unknown>
}

/** Asks for confirmation of irreversible actions, and shows why one was refused. */
export function Confirm({ trigger, title, children, action, onConfirm }: ConfirmProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async (): Promise<void> => {
    setPending(true)
    setProblem(null)
    try {
      await onConfirm()
      setOpen(false)
    } catch (thrown) {
      const message = thrown instanceof Failure ? thrown.message : texts.states.problem
      setProblem(message)
      announce(message, 'assertive')
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog title={title} trigger={trigger} isOpen={isOpen} onOpenChange={setOpen} mustDecide>
      <div>{children}</div>
      {problem !== null && <Notice kind="negative" title={problem} />}
      <DialogActions>
        <Button onPress={() => setOpen(false)} autoFocus>
          {texts.states.cancel}
        </Button>
        <Button kind="danger" isPending={isPending} onPress={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
