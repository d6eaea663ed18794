import type { AuthorizationError } from './authorization-response.ts'
import type { Parameters } from './parameters.ts'

const once = [
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'prompt',
  'max_age',
]

const unsupported = [
  ['request', 'request_not_supported'],
  ['request_uri', 'request_uri_not_supported'],
  ['registration', 'registration_not_supported'],
] as const

/** Returns the error of a request, independent of the signed-in user (docs/api/oauth2.md §3, steps 2 to 4). */
export function validateForm(parameters: Parameters): AuthorizationError | undefined {
  // RFC 6749 §3.1
  if (parameters.get('response_type') !== 'code' || parameters.repeats(once)) return 'invalid_request'
  for (const [name, problem] of unsupported) if (parameters.has(name)) return problem
  const prompts = parsePrompts(parameters)
  return prompts.has('none') && prompts.size > 1 ? 'invalid_request' : undefined
}

const knownPrompts = ['none', 'login', 'consent', 'select_account'] as const
type Prompt = (typeof knownPrompts)[number]

/** Returns the prompts of OpenID Connect Core §3.1.2.1; others are ignored. */
export function parsePrompts(parameters: Parameters): ReadonlySet<Prompt> {
  const words = new Set((parameters.get('prompt') ?? '').split(' '))
  return new Set(knownPrompts.filter((prompt) => words.has(prompt)))
}
