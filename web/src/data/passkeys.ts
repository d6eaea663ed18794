import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { texts } from '../texts/texts.ts'
import { sendChange } from './client.ts'
import { Failure } from './failure.ts'
import type { Session } from './session.ts'

/** Asks the browser for a passkey and signs in with it. */
export async function signInWithPasskey(): Promise<Session> {
  if (!browserSupportsWebAuthn()) throw new Failure(texts.signIn.passkeysMissing, 0)
  const optionsJSON = await sendChange<PublicKeyCredentialRequestOptionsJSON>('POST', '/session/passkey_options')
  const response = await startAuthentication({ optionsJSON })
  return sendChange('POST', '/session/passkey', { response })
}
