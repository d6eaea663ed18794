import { lazy, type ReactNode, Suspense, useState } from 'react'
import { sendChange } from '../data/client.ts'
import { buildQueryKey, queryCache } from '../data/queries.ts'
import { clearCache, type Session, signIn, useSession } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { Checkbox } from '../design/checkbox.tsx'
import { PasswordField, TextField } from '../design/field.tsx'
import { Form, FormActions } from '../design/form.tsx'
import { Link } from '../design/link.tsx'
import { texts } from '../texts/texts.ts'
import { PasskeyButton } from './passkey-button.tsx'
import styles from './sign-in-form.module.css'

const SecondFactor = lazy(() => import('./second-factor.tsx').then((file) => ({ default: file.SecondFactor })))

interface SignInFormProps {
  readonly onDone: (session: Session) => void
  /** Where the ways that leave this page come back to. */
  readonly returnTo?: string
  /** Whose page is below the form: it stays theirs until `onDone` decides. */
  readonly login?: string
}

/** Password, then a second factor if the account has one; or a passkey; or another directory. */
export function SignInForm({ onDone, returnTo = '/', login }: SignInFormProps): ReactNode {
  const { data } = useSession()
  const [pending, setPending] = useState<Session['pending']>(null)
  const factors = pending ?? data?.pending ?? null
  const took = async (session: Session): Promise<void> => {
    if (login === undefined) queryCache.setQueryData(buildQueryKey('/session'), session)
    setPending(session.pending)
    if (session.user !== null) onDone(session)
  }
  const restart = async (): Promise<void> => {
    await sendChange('DELETE', '/session').catch(() => undefined)
    setPending(null)
    if (login === undefined) await clearCache()
  }
  if (factors !== null) {
    return (
      <Suspense>
        <SecondFactor factors={factors.factors} onDone={took} onRestart={restart} />
      </Suspense>
    )
  }
  const { providers = [], has_passkeys: hasPasskeys = false, sends_password_resets: sendsResets } = data?.site ?? {}
  return (
    <div className={styles.ways}>
      <Form
        isLeftFreely
        onSend={async (values) =>
          took(
            await signIn({
              username: values.text('username'),
              password: values.text('password'),
              is_remembered: values.isOn('is_remembered'),
            }),
          )
        }
      >
        <TextField
          name="username"
          label={texts.signIn.username}
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
          isRequired
          autoFocus={login === undefined}
          defaultValue={login ?? ''}
          isCode={false}
        />
        <PasswordField
          name="password"
          label={texts.signIn.password}
          autoComplete="current-password"
          isRequired
          autoFocus={login !== undefined}
        />
        <Checkbox name="is_remembered" label={texts.signIn.remember} />
        <FormActions>
          <Button type="submit" kind="primary" isWide>
            {texts.signIn.submit}
          </Button>
        </FormActions>
      </Form>
      {sendsResets && (
        <p className={styles.forgotten}>
          <Link href="/password-reset">{texts.signIn.forgotten}</Link>
        </p>
      )}
      {(hasPasskeys || providers.length > 0) && (
        <>
          <p className={styles.or}>{texts.signIn.or}</p>
          <div className={styles.others}>
            {hasPasskeys && <PasskeyButton onDone={took} />}
            {providers.map(({ id, label }) => (
              <a key={id} className={styles.provider} href={`/login/oidc/${id}?return=${encodeURIComponent(returnTo)}`}>
                {texts.signIn.withProvider(label)}
              </a>
            ))}
          </div>
        </>
      )}
    </div>
  )
}
