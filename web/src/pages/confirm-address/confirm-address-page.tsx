import { type ReactNode, useState } from 'react'
import { sendChange } from '../../data/client.ts'
import { useLinkSecret } from '../../data/link-secret.ts'
import { useChange } from '../../data/queries.ts'
import { clearCache, useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { useTitle } from '../../design/title.ts'
import { SignInForm } from '../../frame/sign-in-form.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './confirm-address-page.module.css'

const words = texts.account.confirmAddress

/** Page of the confirmation link: the owner of the account confirms the new email address. */
export function ConfirmAddressPage(): ReactNode {
  const session = useSession()
  const token = useLinkSecret()
  const [email, setEmail] = useState<string | null>(null)
  useTitle(words.title)
  if (token === '')
    return (
      <div className={styles.page}>
        <h1>{words.missing}</h1>
        <p>{words.missingText}</p>
        <ToProfile />
      </div>
    )
  if (email !== null)
    return (
      <div className={styles.page}>
        <h1>{words.done}</h1>
        <p role="status">{words.doneText(email)}</p>
        <ToProfile />
      </div>
    )
  return (
    <Loaded from={session}>
      {({ user }) => (
        <div className={styles.page}>
          {user === null ? <SignIn /> : <Question token={token} name={user.display_name.trim()} onDone={setEmail} />}
        </div>
      )}
    </Loaded>
  )
}

const ToProfile = (): ReactNode => (
  <LinkButton kind="primary" href="/account/profile" isWide>
    {words.profile}
  </LinkButton>
)

const SignIn = (): ReactNode => (
  <>
    <h1>{words.signIn}</h1>
    <p>{words.signInText}</p>
    <SignInForm returnTo="/confirm-address" onDone={() => void clearCache()} />
  </>
)

interface QuestionProps {
  readonly token: string
  readonly name: string
  readonly onDone: (email: string) => void
}

function Question({ token, name, onDone }: QuestionProps): ReactNode {
  const confirm = useChange(
    () => sendChange<{ email: string }>('POST', '/email_confirmations', { token }),
    ['/session', '/users'],
  )
  return (
    <>
      <h1>{words.title}</h1>
      <p>{words.intro(name)}</p>
      <Form onSend={async () => onDone((await confirm.mutateAsync(undefined)).email)}>
        <FormActions>
          <Button type="submit" kind="primary" isWide>
            {words.submit}
          </Button>
        </FormActions>
      </Form>
    </>
  )
}
