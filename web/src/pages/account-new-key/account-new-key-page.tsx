import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { sendChange } from '../../data/client.ts'
import { buildQueryKey, queryCache } from '../../data/queries.ts'
import { type ScopeInWords, useScopes } from '../../data/scopes.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Secret } from '../../design/secret.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { AccountFrame } from '../../frame/account-frame.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-new-key-page.module.css'

const words = texts.account.newKey

/** Makes an access key, which is shown here once and nowhere else. */
export const AccountNewKeyPage = (): ReactNode => (
  <AccountFrame title={words.title} intro={words.intro}>
    {(self) => <NewKey user={self.id} />}
  </AccountFrame>
)

function NewKey({ user }: { readonly user: number }): ReactNode {
  const scopes = useScopes()
  const [, navigate] = useLocation()
  const [secret, setSecret] = useState<string | null>(null)
  const make = async (values: FormValues): Promise<void> => {
    const { identifier } = await sendChange<{ identifier: string }>('POST', '/access_keys', {
      description: values.text('description').trim(),
      scopes: values.all('scopes'),
      expiration_date: endOfDay(values.text('expiration_date')),
    })
    await queryCache.invalidateQueries({ queryKey: buildQueryKey(`/users/${user}/access_keys`) })
    setSecret(identifier)
  }
  return (
    <>
      <Loaded from={scopes} skeleton={<Skeleton shape="rows" />}>
        {(all) => <KeyForm scopes={all.filter((scope) => scope.for.includes('access_key'))} onSend={make} />}
      </Loaded>
      {secret !== null && (
        <Secret
          title={words.dialog}
          label={words.key}
          secret={secret}
          onClose={() => navigate('/account/keys', { replace: true })}
        >
          <p>{words.revokeLater}</p>
        </Secret>
      )}
    </>
  )
}

interface KeyFormProps {
  readonly scopes: readonly ScopeInWords[]
  readonly onSend: (values: FormValues) => Promise<void>
}

function KeyForm({ scopes, onSend }: KeyFormProps): ReactNode {
  const [ticked, setTicked] = useState(0)
  return (
    <div className={styles.form}>
      <Form onSend={onSend}>
        <TextField
          name="description"
          label={words.description}
          hint={words.descriptionHint}
          autoComplete="off"
          maxLength={1000}
        />
        <Choices label={words.scopes} hint={words.scopesHint} name="scopes">
          {scopes.map((scope) => (
            <Checkbox
              key={scope.identifier}
              name="scopes"
              value={scope.identifier}
              label={<span className={styles.label}>{scope.label}</span>}
              hint={<Allows scope={scope} />}
              onChange={(isOn) => setTicked((n) => n + (isOn ? 1 : -1))}
            />
          ))}
        </Choices>
        <div className={styles.date}>
          <TextField
            name="expiration_date"
            type="date"
            label={words.expires}
            hint={words.expiresHint}
            autoComplete="off"
          />
        </div>
        <FormActions>
          <Button type="submit" kind="primary" isDisabled={ticked === 0}>
            {words.submit}
          </Button>
          <LinkButton href="/account/keys" kind="quiet">
            {texts.states.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </div>
  )
}

const Allows = ({ scope }: { readonly scope: ScopeInWords }): ReactNode => (
  <>
    {scope.allows}
    <span className={styles.not}>
      {words.not} {scope.does_not_allow}
    </span>
  </>
)

/** docs/api/authentication.md §4.1: a key is valid through the chosen day, in the time zone of the user. */
const endOfDay = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59`).toISOString().replace(/\.\d+/, '')
