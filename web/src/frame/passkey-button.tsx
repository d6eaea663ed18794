import { type ReactNode, useState } from 'react'
import { Failure } from '../data/failure.ts'
import type { Session } from '../data/session.ts'
import { announce } from '../design/announce.tsx'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { texts } from '../texts/texts.ts'

interface PasskeyButtonProps {
  readonly onDone: (session: Session) => Promise<void>
  readonly isPrimary?: boolean
}

/** Signs in, or finishes signing in, with a passkey of this device or another one. */
export function PasskeyButton({ onDone, isPrimary }: PasskeyButtonProps): ReactNode {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const use = async (): Promise<void> => {
    setPending(true)
    setProblem(null)
    try {
      const { signInWithPasskey } = await import('../data/passkeys.ts')
      await onDone(await signInWithPasskey())
    } catch (thrown) {
      const words = thrown instanceof Failure ? thrown.message : texts.signIn.passkeyFailed
      setProblem(words)
      announce(words, 'assertive')
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <Button icon="key" isWide kind={isPrimary ? 'primary' : 'plain'} isPending={isPending} onPress={use}>
        {isPrimary ? texts.signIn.usePasskey : texts.signIn.withPasskey}
      </Button>
      {problem !== null && <Notice kind="negative" title={problem} />}
    </>
  )
}
