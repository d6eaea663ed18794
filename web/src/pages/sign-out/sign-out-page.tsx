import { type ReactNode, useState } from 'react'
import { signOut, useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Form } from '../../design/form.tsx'
import { useTitle } from '../../design/title.ts'
import { texts } from '../../texts/texts.ts'
import styles from './sign-out-page.module.css'

/** Signs out on confirmation, so that links of other sites cannot. */
export function SignOutPage(): ReactNode {
  const { data: session } = useSession()
  const [isOut, setOut] = useState(false)
  useTitle(texts.signIn.signOutTitle)
  if (isOut || (session !== undefined && session.user === null)) {
    return (
      <div className={styles.page}>
        <h1>{texts.signIn.signedOutTitle}</h1>
        <p>{texts.signIn.signedOut}</p>
        <LinkButton kind="primary" href="/login" isWide>
          {texts.signIn.signInAgain}
        </LinkButton>
      </div>
    )
  }
  const leave = async (): Promise<void> => {
    await signOut()
    setOut(true)
  }
  return (
    <div className={styles.page}>
      <h1>{texts.signIn.signOutTitle}</h1>
      <p>{texts.signIn.signOut}</p>
      <Form onSend={leave}>
        <Button type="submit" kind="primary" isWide>
          {texts.frame.signOut}
        </Button>
        <LinkButton href="/" isWide>
          {texts.states.cancel}
        </LinkButton>
      </Form>
    </div>
  )
}
