import type { IncomingMessage } from 'node:http'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

const overridable: readonly string[] = ['GET', 'PUT', 'DELETE', 'PATCH', 'POST']

/** Returns the verb of `X-HTTP-Method-Override`; undefined: the request has none, or an empty one. */
function readOverride({ headers }: IncomingMessage): string | undefined {
  const text = headers['x-http-method-override']
  return typeof text === 'string' && text.trim() !== '' ? text.trim().toUpperCase() : undefined
}

/** Replaces the method of a POST (docs/api/rest-conventions.md §1.1). Endpoints have their own rules. */
export function overrideMethod(request: IncomingMessage): void {
  const verb = readOverride(request)
  if (verb !== undefined && overridable.includes(verb)) request.method = verb
}

/** Throws for a POST that should have been another method: its client does not mean the POST. */
export function assertOverridable(request: IncomingMessage): void {
  const verb = request.method === 'POST' ? readOverride(request) : undefined
  if (verb === undefined || overridable.includes(verb)) return
  const expected = message`Expected one of (${overridable.join(',')}).`
  throw new Refusal('invalid', message`Invalid value specified for \`${'X-HTTP-Method-Override'}\`. ${expected}`)
}
