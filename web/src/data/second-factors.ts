import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { UseQueryResult } from '@tanstack/react-query'
import type { representPasskey, representSecondFactors } from '../../../src/sign-in/representations/second-factors.ts'
import { sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { useResource } from './queries.ts'

export type SecondFactors = ReturnType<typeof representSecondFactors>
export type Passkey = ReturnType<typeof representPasskey>

/** Proof for a reauthentication. */
export interface Proof {
  readonly password?: string
  readonly code?: string
}

export const buildFactorsUrl = (user: number): string => `/users/${user}/second_factors`

export const useSecondFactors = (user: number): UseQueryResult<SecondFactors, Failure> =>
  useResource<SecondFactors>(buildFactorsUrl(user))

export interface TotpSetup {
  readonly secret: string
  readonly otpauth_uri: string
}

export const beginTotp = (user: number, proof: Proof): Promise<TotpSetup> =>
  sendChange('POST', `${buildFactorsUrl(user)}/totp`, proof)

/** The recovery codes that come with the first factor. */
export async function confirmTotp(user: number, code: string): Promise<readonly string[]> {
  const answer = await sendChange<{ recovery_codes: string[] }>('PUT', `${buildFactorsUrl(user)}/totp`, { code })
  return answer.recovery_codes
}

export async function renewRecoveryCodes(user: number, proof: Proof): Promise<readonly string[]> {
  const answer = await sendChange<{ recovery_codes: string[] }>(
    'POST',
    `${buildFactorsUrl(user)}/recovery_codes`,
    proof,
  )
  return answer.recovery_codes
}

export const requestPasskeyOptions = (user: number, proof: Proof): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  sendChange('POST', `${buildFactorsUrl(user)}/passkeys/options`, proof)

/** Whether the server requires a reauthentication. */
export const needsProof = (thrown: unknown): boolean => thrown instanceof Failure && thrown.details['needs'] === 'proof'
