import { lazy, type ReactNode, Suspense } from 'react'
import { webhookTexts as words } from '../../texts/part-texts/webhook-texts.ts'

/** Loads the dialog. Before a secret is generated, because afterwards it could not be shown without a connection. */
export const loadSecretDialog = () => import('../../design/secret.tsx')

const Secret = lazy(async () => ({ default: (await loadSecretDialog()).Secret }))

interface SecretDialogProps {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the secret that was generated for a webhook. */
export const SecretDialog = ({ secret, onClose }: SecretDialogProps): ReactNode => (
  <Suspense fallback={null}>
    <Secret title={words.secretTitle} label={words.secretLabel} secret={secret} onClose={onClose}>
      <p>{words.secretText}</p>
    </Secret>
  </Suspense>
)
