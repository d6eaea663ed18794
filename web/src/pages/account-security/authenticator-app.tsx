import { type ReactNode, useState } from 'react'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { useChange } from '../../data/queries.ts'
import {
  beginTotp,
  buildFactorsUrl,
  type Proof,
  type SecondFactors,
  type TotpSetup,
} from '../../data/second-factors.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Section } from '../../design/section.tsx'
import { showToast } from '../../design/toast.tsx'
import { AppSetUp } from '../../frame/app-set-up.tsx'
import { RecoveryCodes } from '../../frame/recovery-codes.tsx'
import { useReauthentication } from '../../frame/use-reauthentication.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-security-page.module.css'
import type { FactorsProps } from './passkeys.tsx'

const words = texts.account.factors.app

/** Codes of an app on the phone: set up in two steps, turned off with a proof. */
export function AuthenticatorApp({ user, factors }: FactorsProps): ReactNode {
  const isOn = factors.totp?.is_on ?? false
  const { prove, dialog } = useReauthentication(isOn)
  const [codes, setCodes] = useState<readonly string[]>([])
  const renew = useChange(async () => undefined, [buildFactorsUrl(user)])
  return (
    <Section title={words.title} hint={words.hint} width="narrow">
      {isOn ? (
        <TurnedOn user={user} factors={factors} prove={prove} />
      ) : (
        <TurnedOff
          user={user}
          prove={prove}
          onDone={(recoveryCodes) => {
            setCodes(recoveryCodes)
            showToast(words.turnedOn)
            renew.mutate(undefined)
          }}
        />
      )}
      {dialog}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </Section>
  )
}

type Prove = ReturnType<typeof useReauthentication>['prove']

function TurnedOn({ user, factors, prove }: FactorsProps & { readonly prove: Prove }): ReactNode {
  const path = buildFactorsUrl(user)
  const remove = useChange((proof: Proof) => sendChange('DELETE', `${path}/totp`, proof), [path])
  return (
    <div className={styles.state}>
      <p>
        <Badge kind="positive">{words.on}</Badge> <Since factors={factors} />
      </p>
      <Confirm
        trigger={<Button>{words.remove}</Button>}
        title={words.removeTitle}
        action={words.remove}
        onConfirm={async () => {
          await prove((proof) => remove.mutateAsync(proof))
          showToast(words.removed)
        }}
      >
        {words.removeText}
      </Confirm>
    </div>
  )
}

const Since = ({ factors }: { readonly factors: SecondFactors }): ReactNode =>
  factors.totp?.since && (
    <span className={styles.since}>
      {words.since} <DateTime at={factors.totp.since} />
    </span>
  )

interface TurnedOffProps {
  readonly user: number
  readonly prove: Prove
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

function TurnedOff({ user, prove, onDone }: TurnedOffProps): ReactNode {
  const [begun, setBegun] = useState<TotpSetup | null>(null)
  const begin = async (): Promise<void> => {
    try {
      setBegun(await prove((proof) => beginTotp(user, proof)))
    } catch (thrown) {
      showToast(thrown instanceof Failure ? thrown.message : texts.states.problem, 'negative')
    }
  }
  const done = (recoveryCodes: readonly string[]): void => {
    setBegun(null)
    onDone(recoveryCodes)
  }
  return (
    <div className={styles.state}>
      <Badge>{words.off}</Badge>
      <Button onPress={() => void begin()}>{words.setUp}</Button>
      {begun !== null && (
        <Dialog title={words.dialog} isOpen onOpenChange={(isOpen) => !isOpen && setBegun(null)}>
          <AppSetUp user={user} begun={begun} onDone={done} />
        </Dialog>
      )}
    </div>
  )
}
