import type { ReactNode } from 'react'
import type { IdentityProviderRepresentation } from '../../../../src/sign-in/representations/identity-provider.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { PasswordField, TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { identityProvidersTexts } from '../../texts/part-texts/identity-providers-texts.ts'

const words = identityProvidersTexts

interface IdentityProviderFormProps {
  /** None: a new one. */
  readonly provider?: IdentityProviderRepresentation
  readonly onSend: (input: Readonly<Record<string, unknown>>) => Promise<void>
}

/** Form for an identity provider; its secret is never shown again. */
export function IdentityProviderForm({ provider, onSend }: IdentityProviderFormProps): ReactNode {
  const send = async (values: FormValues): Promise<void> => {
    const secret = values.text('client_secret')
    await onSend({
      label: values.text('label').trim(),
      client_id: values.text('client_id').trim(),
      login_claim: values.text('login_claim').trim(),
      makes_accounts: values.isOn('makes_accounts'),
      links_by_email: values.isOn('links_by_email'),
      email_domains: values
        .text('email_domains')
        .split(/[\s,]+/)
        .filter(Boolean),
      is_enabled: values.isOn('is_enabled'),
      ...(provider === undefined ? { issuer: values.text('issuer').trim() } : {}),
      ...(secret !== '' ? { client_secret: secret } : values.isOn('forgets') ? { client_secret: null } : {}),
    })
  }
  return (
    <Form onSend={send}>
      <TextField
        name="label"
        label={words.label}
        hint={words.labelHint}
        defaultValue={provider?.label}
        isRequired
        autoComplete="off"
      />
      {provider === undefined && (
        <TextField
          name="issuer"
          type="url"
          label={words.issuer}
          hint={words.issuerHint}
          isCode
          isRequired
          autoComplete="off"
          placeholder="https://login.example.com"
        />
      )}
      <TextField
        name="client_id"
        label={words.clientId}
        defaultValue={provider?.client_id}
        isCode
        isRequired
        autoComplete="off"
      />
      <PasswordField
        name="client_secret"
        label={words.clientSecret}
        hint={provider?.has_client_secret ? words.secretKept : words.secretHint}
        autoComplete="new-password"
      />
      {provider?.has_client_secret && <Checkbox name="forgets" label={words.dropSecret} />}
      <TextField
        name="login_claim"
        label={words.claim}
        defaultValue={provider?.login_claim ?? 'preferred_username'}
        isCode
        isRequired
        autoComplete="off"
      />
      <TextField
        name="email_domains"
        label={words.domains}
        hint={words.domainsHint}
        defaultValue={provider?.email_domains.join(' ')}
        autoComplete="off"
      />
      <div>
        <Checkbox
          name="makes_accounts"
          label={words.makes}
          hint={words.makesHint}
          defaultChecked={provider?.makes_accounts ?? true}
        />
        <Checkbox
          name="links_by_email"
          label={words.links}
          hint={words.linksHint}
          defaultChecked={provider?.links_by_email ?? false}
        />
        <Checkbox name="is_enabled" label={words.enabled} defaultChecked={provider?.is_enabled ?? true} />
      </div>
      <FormActions>
        <Button type="submit" kind="primary">
          {provider === undefined ? words.add : words.save}
        </Button>
      </FormActions>
    </Form>
  )
}
