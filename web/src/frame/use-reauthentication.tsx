import { type ReactNode, useState } from 'react'
import { Failure } from '../data/failure.ts'
import { needsProof, type Proof } from '../data/second-factors.ts'
import { Button } from '../design/button.tsx'
import { Dialog, DialogActions } from '../design/dialog.tsx'
import { PasswordField, TextField } from '../design/field.tsx'
import { Form } from '../design/form.tsx'
import { texts } from '../texts/texts.ts'

const words = texts.account.factors.proof

interface ProofRequest {
  readonly attempt: (proof: Proof) => Promise<void>
  readonly cancel: () => void
}

interface Reauthentication {
  /** Runs an action, after a reauthentication if the server requires it. */
  readonly prove: <T>(work: (proof: Proof) => Promise<T>) => Promise<T>
  /** To be placed on the page. */
  readonly dialog: ReactNode
}

/** Some changes require a reauthentication with a password or a code. */
export function useReauthentication(hasApp: boolean): Reauthentication {
  const [request, setRequest] = useState<ProofRequest | null>(null)
  const ask = <T,>(work: (proof: Proof) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      setRequest({
        attempt: async (proof) => {
          const answer = await work(proof)
          setRequest(null)
          resolve(answer)
        },
        cancel: () => {
          setRequest(null)
          reject(new Failure(words.cancellation, 0))
        },
      })
    })
  return {
    prove: async (work) => {
      try {
        return await work({})
      } catch (thrown) {
        if (!needsProof(thrown)) throw thrown
        return ask(work)
      }
    },
    dialog: request && <ProofDialog request={request} hasApp={hasApp} />,
  }
}

function ProofDialog({ request, hasApp }: { readonly request: ProofRequest; readonly hasApp: boolean }): ReactNode {
  const [by, setBy] = useState<'password' | 'code'>('password')
  const other = by === 'password' ? 'code' : 'password'
  return (
    <Dialog title={words.title} isOpen onOpenChange={(isOpen) => !isOpen && request.cancel()}>
      <p>{words.text}</p>
      <Form isLeftFreely onSend={(values) => request.attempt({ [by]: values.text(by) })}>
        {by === 'password' ? (
          <PasswordField
            key="password"
            name="password"
            label={words.password}
            autoComplete="current-password"
            isRequired
            autoFocus
          />
        ) : (
          <TextField
            key="code"
            name="code"
            label={words.code}
            autoComplete="one-time-code"
            inputMode="numeric"
            isCode
            isRequired
            autoFocus
          />
        )}
        <DialogActions>
          {hasApp && (
            <Button kind="quiet" onPress={() => setBy(other)}>
              {by === 'password' ? words.useCode : words.usePassword}
            </Button>
          )}
          <Button type="submit" kind="primary">
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
