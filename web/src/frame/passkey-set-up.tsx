import type { ReactNode } from 'react'
import { guessBrowserName } from '../data/browser-name.ts'
import { requestPasskeyOptions } from '../data/second-factors.ts'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Form, FormActions } from '../design/form.tsx'
import { texts } from '../texts/texts.ts'
import type { useReauthentication } from './use-reauthentication.tsx'

const words = texts.account.factors.passkeys

interface PasskeySetUpProps {
  readonly user: number
  readonly prove: ReturnType<typeof useReauthentication>['prove']
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

/** A name for the passkey; the browser does the rest. */
export const PasskeySetUp = ({ user, prove, onDone }: PasskeySetUpProps): ReactNode => (
  <Form
    onSend={async (values) => {
      const options = await prove((proof) => requestPasskeyOptions(user, proof))
      const { createPasskey } = await import('../data/new-passkey.ts')
      onDone(await createPasskey(user, values.text('label').trim(), options))
    }}
  >
    <p>{words.explain}</p>
    <TextField
      name="label"
      label={words.label}
      hint={words.labelHint}
      defaultValue={deviceLabel()}
      maxLength={100}
      autoComplete="off"
      isRequired
    />
    <FormActions>
      <Button type="submit" kind="primary" icon="key">
        {words.go}
      </Button>
    </FormActions>
  </Form>
)

function deviceLabel(): string {
  const { browser, system } = guessBrowserName(navigator.userAgent)
  return system ?? browser ?? ''
}
