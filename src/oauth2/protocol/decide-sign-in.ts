import type { EpochSeconds } from '../../kit/values/time.ts'
import type { AuthorizationError } from './authorization-response.ts'
import type { Parameters } from './parameters.ts'
import { parsePrompts } from './request-form.ts'

/** Tulipwood's own parameter: the time since which the user must have signed in; the sign-in page returns it. */
const since = 'signed_in_since'

/** How long a user may take to sign in again. */
const maxSignInSeconds = 3600

export type SignInDecision =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly error: AuthorizationError }
  /** `query`: the request with which the browser continues afterwards. */
  | { readonly kind: 'needed'; readonly query: string; readonly isAgain: boolean }

/**
 * Decides whether a sign-in is required (docs/api/oauth2.md §3, step 5); `signedInOn` undefined: no user is signed in.
 */
export function decideSignIn(
  parameters: Parameters,
  signedInOn: EpochSeconds | undefined,
  now: EpochSeconds,
): SignInDecision {
  const prompts = parsePrompts(parameters)
  const age = parameters.get('max_age')
  if (age !== undefined && !/^\d{1,10}$/.test(age)) return { kind: 'refused', error: 'invalid_request' }
  const requiredSince = parseSince(parameters, now)
  const isSignedInSince = requiredSince !== undefined && signedInOn !== undefined && signedInOn >= requiredSince
  // A user who just signed in because of max_age=0 must not be sent to the sign-in page in a loop.
  const isTooOld = age !== undefined && signedInOn !== undefined && now - signedInOn >= Number(age) && !isSignedInSince
  const isAgain = prompts.has('login') || isTooOld || (requiredSince !== undefined && !isSignedInSince)
  if (signedInOn !== undefined && !isAgain) return { kind: 'done' }
  if (prompts.has('none')) return { kind: 'refused', error: 'login_required' }
  const left = [...prompts].filter((prompt) => prompt !== 'login').join(' ')
  const changes = { prompt: left === '' ? null : left, [since]: isAgain ? String(now) : null }
  return { kind: 'needed', query: parameters.with(changes), isAgain }
}

/** Parses the time that an earlier step added; anything else is ignored. */
function parseSince(parameters: Parameters, now: EpochSeconds): EpochSeconds | undefined {
  const text = parameters.get(since)
  const moment = text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
  return moment !== undefined && moment <= now && moment > now - maxSignInSeconds ? moment : undefined
}
