import { type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import { confirmTotp, type TotpSetup } from '../data/second-factors.ts'
import { Button } from '../design/button.tsx'
import { CopyButton } from '../design/copy-button.tsx'
import { TextField } from '../design/field.tsx'
import { Form, FormActions } from '../design/form.tsx'
import { texts } from '../texts/texts.ts'
import styles from './app-set-up.module.css'

const words = texts.account.factors.app

interface AppSetUpProps {
  readonly user: number
  readonly begun: TotpSetup
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

/** The secret for an authenticator app, as a picture and in letters, and the code that shows it arrived. */
export const AppSetUp = ({ user, begun, onDone }: AppSetUpProps): ReactNode => (
  <div className={styles.steps}>
    <p>{words.scan}</p>
    <QrCode text={begun.otpauth_uri} label={words.picture} />
    <div className={styles.secret}>
      <p>{words.byHand}</p>
      <code data-secret>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      <CopyButton kind="quiet" text={begun.secret} label={words.copySecret} />
    </div>
    <Form onSend={async (values) => onDone(await confirmTotp(user, values.text('code').replaceAll(/\s/g, '')))}>
      <TextField
        name="code"
        label={words.code}
        hint={words.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        isCode
        isRequired
      />
      <FormActions>
        <Button type="submit" kind="primary">
          {words.confirm}
        </Button>
      </FormActions>
    </Form>
  </div>
)

/** One path in a picture: cameras want dark on light, in a dark theme too. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { ecc: 'M', border: 2 })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: width, path: squares.join('') }
  }, [text])
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
