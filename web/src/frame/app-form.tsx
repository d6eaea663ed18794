import { type ReactNode, useState } from 'react'
import type { AppRepresentation } from '../../../src/projects/representations/oauth2-app.ts'
import { Failure } from '../data/failure.ts'
import { findRedirectUrlFault } from '../data/redirect-url.ts'
import { Button } from '../design/button.tsx'
import { Checkbox, Choices, Radio } from '../design/checkbox.tsx'
import { TextField } from '../design/field.tsx'
import { Form, FormActions, type FormValues, useFormState } from '../design/form.tsx'
import { texts } from '../texts/texts.ts'
import styles from './administration.module.css'

const words = texts.apps

interface AppInput {
  readonly name: string
  readonly redirect_uri: string
  readonly is_pkce_forced: boolean
  readonly is_confidential: boolean
}

interface AppFormProps {
  /** None: a new one. */
  readonly app?: AppRepresentation
  readonly onSend: (input: AppInput) => Promise<void>
}

/** Form for an application; its redirect URL is checked while it is typed. */
export function AppForm({ app, onSend }: AppFormProps): ReactNode {
  const [address, setAddress] = useState(app?.redirect_uri ?? '')
  const [isConfidential, setConfidential] = useState(app?.is_confidential ?? true)
  const send = async (values: FormValues): Promise<void> => {
    const redirect_uri = values.text('redirect_uri').trim()
    const fault = findRedirectUrlFault(redirect_uri)
    if (fault !== undefined) throw new Failure(words.redirectFaults[fault], 400, { field: 'redirect_uri' })
    const is_pkce_forced = !isConfidential || values.isOn('is_pkce_forced')
    await onSend({ name: values.text('name').trim(), redirect_uri, is_pkce_forced, is_confidential: isConfidential })
  }
  return (
    <Form onSend={send}>
      <TextField
        name="name"
        label={words.name}
        hint={words.nameHint}
        defaultValue={app?.name}
        isRequired
        autoFocus
        maxLength={255}
        autoComplete="off"
      />
      <TextField
        name="redirect_uri"
        label={words.redirect}
        hint={words.redirectHint}
        defaultValue={app?.redirect_uri}
        isCode
        isRequired
        maxLength={2000}
        autoComplete="off"
        placeholder="https://example.com/callback"
        onChange={setAddress}
      />
      <RedirectUrlCheck address={address.trim()} />
      {app === undefined && (
        <Choices label={words.kind}>
          <Radio
            name="kind"
            value="confidential"
            label={words.confidential}
            hint={words.confidentialHint}
            defaultChecked
            onChoose={() => setConfidential(true)}
          />
          <Radio
            name="kind"
            value="public"
            label={words.public}
            hint={words.publicHint}
            onChoose={() => setConfidential(false)}
          />
        </Choices>
      )}
      {isConfidential && (
        <Checkbox
          name="is_pkce_forced"
          label={words.pkce}
          hint={words.pkceHint}
          defaultChecked={app?.is_pkce_forced ?? true}
        />
      )}
      <FormActions>
        <Button type="submit" kind="primary">
          {app === undefined ? words.submit : words.save}
        </Button>
      </FormActions>
    </Form>
  )
}

function RedirectUrlCheck({ address }: { readonly address: string }): ReactNode {
  const { errors } = useFormState()
  // After a refusal the field shows the error itself.
  const fault = address === '' || errors['redirect_uri'] !== undefined ? null : findRedirectUrlFault(address)
  const message = fault === null ? '' : fault === undefined ? words.redirectGood : words.redirectFaults[fault]
  return (
    <span className={styles.check} role="status" data-good={fault === undefined}>
      {message}
    </span>
  )
}
