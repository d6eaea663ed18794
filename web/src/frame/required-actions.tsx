import { type ReactNode, useState } from 'react'
import { beginTotp, type TotpSetup } from '../data/second-factors.ts'
import { clearCache, type Session, signOut } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { useTitle } from '../design/title.ts'
import { texts } from '../texts/texts.ts'
import { AppSetUp } from './app-set-up.tsx'
import { PasskeySetUp } from './passkey-set-up.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './required-actions.module.css'
import { useReauthentication } from './use-reauthentication.tsx'

const words = texts.account.requiredActions

/** Required actions after sign-in; the page opens afterwards. */
export function RequiredActions({
  session,
  onDone,
}: {
  readonly session: Session
  readonly onDone: () => void
}): ReactNode {
  const user = session.user?.id ?? 0
  const finish = async (): Promise<void> => {
    await clearCache()
    onDone()
  }
  return (
    <div className={styles.page}>
      {session.must.includes('change_password') ? (
        <NewPassword session={session} user={user} onDone={finish} />
      ) : (
        <NewFactor user={user} onDone={finish} />
      )}
      <Button kind="quiet" isWide onPress={() => void signOut().catch(clearCache).then(onDone)}>
        {words.signOut}
      </Button>
    </div>
  )
}

interface RequiredActionProps {
  readonly user: number
  readonly onDone: () => Promise<void>
}

function NewPassword({ session, user, onDone }: RequiredActionProps & { readonly session: Session }): ReactNode {
  useTitle(words.passwordTitle)
  return (
    <>
      <h1>{words.passwordTitle}</h1>
      <p>{words.password}</p>
      <PasswordForm session={session} user={user} onDone={onDone} />
    </>
  )
}

type Way = { readonly by: 'app'; readonly begun: TotpSetup } | { readonly by: 'passkey' }

function NewFactor({ user, onDone }: RequiredActionProps): ReactNode {
  const { prove, dialog } = useReauthentication(false)
  const [way, setWay] = useState<Way | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  useTitle(words.factorTitle)
  const done = (recoveryCodes: readonly string[]): void => {
    if (recoveryCodes.length === 0) void onDone()
    else setCodes(recoveryCodes)
  }
  const begin = async (): Promise<void> => {
    try {
      setWay({ by: 'app', begun: await prove((proof) => beginTotp(user, proof)) })
    } catch {
      // A user who cancels the confirmation returns to the same choice.
    }
  }
  const { app, passkeys } = texts.account.factors
  return (
    <>
      <h1>{words.factorTitle}</h1>
      {way === null && (
        <>
          <p>{words.factor}</p>
          <Choice title={app.title} hint={app.hint} action={app.setUp} onPress={() => void begin()} />
          <Choice
            title={passkeys.title}
            hint={passkeys.hint}
            action={passkeys.add}
            onPress={() => setWay({ by: 'passkey' })}
          />
        </>
      )}
      {way?.by === 'app' && <AppSetUp user={user} begun={way.begun} onDone={done} />}
      {way?.by === 'passkey' && <PasskeySetUp user={user} prove={prove} onDone={done} />}
      {way !== null && (
        <Button kind="quiet" icon="chevron-left" onPress={() => setWay(null)}>
          {texts.states.back}
        </Button>
      )}
      {dialog}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => void onDone()} />}
    </>
  )
}

interface ChoiceProps {
  readonly title: string
  readonly hint: string
  readonly action: string
  readonly onPress: () => void
}

const Choice = ({ title, hint, action, onPress }: ChoiceProps): ReactNode => (
  <section className={styles.choice}>
    <h2>{title}</h2>
    <p>{hint}</p>
    <Button onPress={onPress}>{action}</Button>
  </section>
)
