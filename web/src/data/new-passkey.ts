import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { texts } from '../texts/texts.ts'
import { sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { buildFactorsUrl } from './second-factors.ts'

/** Has the browser make a passkey and keeps it; the recovery codes that come with the first factor. */
export async function createPasskey(
  user: number,
  label: string,
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<readonly string[]> {
  const words = texts.account.factors.passkeys
  if (!browserSupportsWebAuthn()) throw new Failure(texts.signIn.passkeysMissing, 0)
  const response = await startRegistration({ optionsJSON }).catch((thrown: unknown) => {
    const isKnown = thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new Failure(isKnown ? words.duplicate : words.failed, 0)
  })
  const path = `${buildFactorsUrl(user)}/passkeys`
  return (await sendChange<{ recovery_codes: string[] }>('POST', path, { label, response })).recovery_codes
}
