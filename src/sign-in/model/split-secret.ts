import { limitId } from '../../kit/values/ids.ts'

/** Id and secret of a key or token of the form `prefix<id>.<64 hex digits>` (docs/api/authentication.md §1.3, §1.4). */
export interface SplitSecret {
  readonly id: number
  readonly verifier: Buffer
}

export type SecretPrefix = 'tlp-k1-' | 'tlp-oauth2-at1-' | 'tlp-oauth2-rt1-' | 'tlp-oauth2-ac1-' | 'tlp-oauth2-c1-'

const verifierBytes = 32

/** Parses a key or token; undefined when it is malformed. */
export function parseSplitSecret(prefix: SecretPrefix, text: string): SplitSecret | undefined {
  if (!text.startsWith(prefix)) return undefined
  const match = /^(\d+)\.([0-9a-fA-F]{64})$/.exec(text.slice(prefix.length))
  if (match?.[1] === undefined || match[2] === undefined) return undefined
  // More digits than any id has: an unknown one (docs/api/authentication.md §1.3).
  return { id: limitId(Number(match[1])), verifier: Buffer.from(match[2], 'hex') }
}

/** Returns the text that a user is shown once. */
export function formatSplitSecret(prefix: SecretPrefix, { id, verifier }: SplitSecret): string {
  if (verifier.length !== verifierBytes) throw new Error(`A verifier has ${verifierBytes} bytes`)
  return `${prefix}${id}.${verifier.toString('hex')}`
}
