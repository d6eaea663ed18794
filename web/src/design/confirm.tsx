import { type ReactNode, useState } from 'react'
import { Failure } from '../data/failure.ts'
import { texts } from '../texts/texts.ts'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Notice } from './notice.tsx'

interface ConfirmProps {
  /** The button that opens it. Without one, `isOpen` does. */
  readonly trigger?: ReactNode
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly title: string
  /** A sentence about the consequences. */
  readonly children: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly onConfirm: () => Promise<unknown>
  /** The user has to type this text first. */
  readonly typed?: string
}

/** Demands confirmation of irreversible actions, and shows why one was refused. */
export function Confirm({
  trigger,
  title,
  children,
  action,
  onConfirm,
  typed,
  ...controlled
}: ConfirmProps): ReactNode {
  const [isOpenByTrigger, setOpenByTrigger] = useState(false)
  const { isOpen = isOpenByTrigger, onOpenChange: setOpen = setOpenByTrigger } = controlled
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [entry, setEntry] = useState('')
  const confirm = async (): Promise<void> => {
    if (typed !== undefined && entry.trim() !== typed) {
      setProblem(texts.states.typeToConfirm(typed))
      announce(texts.states.typeToConfirm(typed), 'assertive')
      return
    }
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
      {typed !== undefined && (
        <TextField
          name="typed"
          label={texts.states.typeToConfirm(typed)}
          isRequired
          autoComplete="off"
          onChange={setEntry}
        />
      )}
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
