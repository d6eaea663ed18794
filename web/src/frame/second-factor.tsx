import { type ReactNode, useState } from 'react'
import { type Factor, type Session, submitCode } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Form, FormActions } from '../design/form.tsx'
import { texts } from '../texts/texts.ts'
import { PasskeyButton } from './passkey-button.tsx'
import styles from './sign-in-form.module.css'

interface SecondFactorProps {
  readonly factors: readonly Factor[]
  readonly onDone: (session: Session) => Promise<void>
  /** Begins the sign-in again, for another account. */
  readonly onRestart: () => Promise<void>
}

/** The second proof, of those the account has; any of them can be chosen instead. */
export function SecondFactor({ factors, onDone, onRestart }: SecondFactorProps): ReactNode {
  const [factor, setFactor] = useState<Factor>(factors[0] ?? 'totp')
  return (
    <div className={styles.ways}>
      <p>{texts.signIn.second}</p>
      {factor === 'passkey' ? (
        <PasskeyButton onDone={onDone} isPrimary />
      ) : (
        <CodeForm key={factor} factor={factor} onDone={onDone} />
      )}
      <div className={styles.others}>
        {factors
          .filter((other) => other !== factor)
          .map((other) => (
            <Button key={other} kind="quiet" onPress={() => setFactor(other)}>
              {titles[other]}
            </Button>
          ))}
        <Button kind="quiet" onPress={() => void onRestart()}>
          {texts.signIn.anotherAccount}
        </Button>
      </div>
    </div>
  )
}

const titles: Readonly<Record<Factor, string>> = {
  totp: texts.signIn.useCode,
  passkey: texts.signIn.usePasskey,
  recovery_code: texts.signIn.useRecovery,
}

const CodeForm = ({
  factor,
  onDone,
}: {
  readonly factor: 'totp' | 'recovery_code'
  readonly onDone: SecondFactorProps['onDone']
}): ReactNode => (
  <Form
    isLeftFreely
    onSend={async (values) => onDone(await submitCode(factor, values.text('code').replaceAll(/\s/g, '')))}
  >
    {factor === 'totp' ? (
      <TextField
        name="code"
        label={texts.signIn.code}
        hint={texts.signIn.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        isCode
        isRequired
        autoFocus
      />
    ) : (
      <TextField
        name="code"
        label={texts.signIn.recovery}
        hint={texts.signIn.recoveryHint}
        autoComplete="off"
        isCode
        isRequired
        autoFocus
      />
    )}
    <FormActions>
      <Button type="submit" kind="primary" isWide>
        {texts.signIn.verify}
      </Button>
    </FormActions>
  </Form>
)
