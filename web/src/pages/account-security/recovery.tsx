import { type ReactNode, useState } from 'react'
import { useChange } from '../../data/queries.ts'
import { buildFactorsUrl, type Proof, renewRecoveryCodes } from '../../data/second-factors.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Section } from '../../design/section.tsx'
import { RecoveryCodes } from '../../frame/recovery-codes.tsx'
import { useReauthentication } from '../../frame/use-reauthentication.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-security-page.module.css'
import type { FactorsProps } from './passkeys.tsx'

const words = texts.account.factors.recovery

/** How many codes are left, and new ones. */
export function Recovery({ user, factors }: FactorsProps): ReactNode {
  const hasFactor = factors.totp?.is_on === true || factors.passkeys.length > 0
  const { prove, dialog } = useReauthentication(factors.totp?.is_on ?? false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = useChange((proof: Proof) => renewRecoveryCodes(user, proof), [buildFactorsUrl(user)])
  return (
    <Section title={words.title} hint={words.hint} width="narrow">
      {hasFactor ? (
        <div className={styles.state}>
          <p>{words.left(factors.recovery_codes_left ?? 0)}</p>
          <Confirm
            trigger={<Button>{words.renew}</Button>}
            title={words.renewTitle}
            action={words.renew}
            onConfirm={async () => setCodes(await prove((proof) => renew.mutateAsync(proof)))}
          >
            {words.renewText}
          </Confirm>
        </div>
      ) : (
        <p className={styles.since}>{words.none}</p>
      )}
      {dialog}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}
