import type { ReactNode } from 'react'
import { Secret } from '../design/secret.tsx'
import { texts } from '../texts/texts.ts'

const words = texts.account.factors.recovery

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Recovery codes, once: to copy or to keep as a file. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps): ReactNode => (
  <Secret
    title={words.dialog}
    label={words.label}
    secret={codes.join('\n')}
    download={{ name: words.file, label: words.download }}
    onClose={onClose}
  >
    <p>{words.explain}</p>
  </Secret>
)
