import { type ReactNode, useState } from 'react'
import { sendChange } from '../../data/client.ts'
import { useLinkSecret } from '../../data/link-secret.ts'
import { clearCache, useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { PasswordField, TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { useTitle } from '../../design/title.ts'
import { texts } from '../../texts/texts.ts'
import styles from './password-reset-page.module.css'

const words = texts.passwordReset

/** Sets the password of an account, once, by a link; without a link, sends one. */
export function PasswordResetPage(): ReactNode {
  const session = useSession()
  const token = useLinkSecret()
  const [login, setLogin] = useState<string | null>(null)
  useTitle(words.title)
  if (login !== null)
    return (
      <div className={styles.page}>
        <h1>{words.done}</h1>
        <p role="status">{words.doneText(login)}</p>
        <LinkButton kind="primary" href="/login" isWide>
          {texts.frame.signIn}
        </LinkButton>
      </div>
    )
  if (token === '')
    return (
      <Loaded from={session}>
        {({ site: { sends_password_resets: sends } }) => (sends ? <RequestLink /> : <NoLink />)}
      </Loaded>
    )
  return (
    <Loaded from={session}>
      {({ site: { password_min_length: least } }) => (
        <div className={styles.page}>
          <h1>{words.title}</h1>
          <p>{words.intro}</p>
          <Form
            isLeftFreely
            onSend={async (values) => {
              const password = values.text('password')
              const { username } = await sendChange<{ username: string }>('POST', '/password_resets', {
                token,
                password,
              })
              await clearCache()
              setLogin(username)
            }}
          >
            <PasswordField
              name="password"
              label={words.password}
              hint={words.passwordHint(least)}
              minLength={least}
              isRequired
              autoComplete="new-password"
            />
            <FormActions>
              <Button type="submit" kind="primary">
                {words.submit}
              </Button>
            </FormActions>
          </Form>
        </div>
      )}
    </Loaded>
  )
}

/** Without a link: requests one by email. */
function RequestLink(): ReactNode {
  const [isRequested, setRequested] = useState(false)
  if (isRequested)
    return (
      <div className={styles.page}>
        <h1>{words.requested}</h1>
        <p role="status">{words.requestedText}</p>
        <LinkButton href="/login" isWide>
          {words.toSignIn}
        </LinkButton>
      </div>
    )
  return (
    <div className={styles.page}>
      <h1>{words.request}</h1>
      <p>{words.requestText}</p>
      <Form
        isLeftFreely
        onSend={async (values) => {
          await sendChange('POST', '/password_reset_requests', { login: values.text('login') })
          setRequested(true)
        }}
      >
        <TextField name="login" label={words.login} autoComplete="username" isRequired isCode={false} />
        <FormActions>
          <Button type="submit" kind="primary">
            {words.send}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}

const NoLink = (): ReactNode => (
  <div className={styles.page}>
    <h1>{words.missing}</h1>
    <p>{words.missingText}</p>
    <LinkButton href="/login" isWide>
      {words.toSignIn}
    </LinkButton>
  </div>
)
