import { userIdOf } from '../caller.ts'
import { type AnswerKey, claimAnswer, findAnswer, removeAnswers, saveAnswer } from '../db/idempotent-answers.ts'
import { worldInTransaction } from '../in-transaction.ts'
import { Refusal } from '../refusal.ts'
import { stringifyWellFormed } from '../well-formed.ts'
import type { World } from '../world.ts'
import { type AnswerCipher, createAnswerCipher } from './answer-cipher.ts'
import { toCanonicalJson } from './canonical-json.ts'
import { prefers } from './prefer.ts'
import { type Answer, type AnyRoute, isReplayed, type RouteRequest } from './route.ts'

/** How long an answer is kept. */
const answerLifetimeSeconds = 86_400

type AnyRouteRequest = RouteRequest<unknown, unknown, unknown>

/**
 * The answer to a request, given once for each `Idempotency-Key` of a caller (draft-ietf-httpapi-idempotency-key-header):
 * what the request changes and what it was answered are one transaction, and who asks again is told the same. A refusal
 * undoes all of it, so that the request can be sent again under its key.
 */
export async function answerIdempotently(route: AnyRoute, parsed: AnyRouteRequest, world: World): Promise<Answer> {
  const key = isReplayed(route) ? readKey(parsed.headers) : undefined
  const prepared: unknown = await route.prepare?.(parsed, world)
  if (key === undefined) return route.answer(parsed, world, prepared)

  const request = requestOf(route, parsed, key)
  const now = world.clock.now()
  const until = now - answerLifetimeSeconds
  const earlier = await findAnswer(world.db.read, request, until)
  if (earlier !== undefined) return replayed(request, earlier)
  return world.db.write(async (tx) => {
    const { caller, key_hash, route: name, body_hash } = request
    if (!(await claimAnswer(tx, { caller, key_hash, route: name, body_hash, created_on: now }, until))) {
      const winners = await findAnswer(tx, request, until)
      // Nobody removes what is younger than a day.
      if (winners === undefined) throw new Error('An answer left between two statements')
      return replayed(request, winners)
    }
    const inside = worldInTransaction(world, tx)
    await inside.cache.refresh()
    const answer = await route.answer(parsed, inside, prepared)
    await saveAnswer(tx, request, request.cipher.encrypt(JSON.stringify(toStored(answer))))
    return answer
  })
}

/** Removes answers that have run out. */
export const sweepAnswers = (world: Pick<World, 'db' | 'clock'>): Promise<void> =>
  world.db.write((tx) => removeAnswers(tx, world.clock.now() - answerLifetimeSeconds))

/** Whether a key is sent; with or without the quotes of a structured header, which are not part of it. */
function readKey(headers: AnyRouteRequest['headers']): string | undefined {
  const sent = headers['idempotency-key']
  if (sent === undefined) return undefined
  const key = sent.trim().replace(/^"(.*)"$/s, '$1')
  if (!/^[\x20-\x7e]{1,255}$/.test(key) || key.trim() === '') {
    throw new Refusal('invalid', 'The Idempotency-Key must have 1 to 255 printable characters of ASCII.')
  }
  return key
}

interface KeyedRequest extends AnswerKey {
  readonly route: string
  readonly body_hash: string
  readonly cipher: AnswerCipher
}

function requestOf(
  route: AnyRoute,
  { caller, headers, params, query, body }: AnyRouteRequest,
  key: string,
): KeyedRequest {
  const id = userIdOf(caller)
  const who = id === null ? 'anonymous' : `u${id}`
  // Who tries something out and then does it under the same key must not be told that it was done. No key has a break.
  const cipher = createAnswerCipher(prefers(headers, 'dry-run') ? `dry-run\n${key}` : key, who)
  return {
    caller: who,
    key_hash: cipher.keyHash,
    route: `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`,
    body_hash: cipher.fingerprint(toCanonicalJson({ params, query, body })),
    cipher,
  }
}

function replayed(request: KeyedRequest, kept: { route: string; body_hash: string; sealed: string }): Answer {
  const isSame = kept.route === request.route && kept.body_hash === request.body_hash
  if (!isSame) throw new Refusal('unprocessable', usedOtherwise(kept.route, kept.route === request.route))
  const { status, headers, page, json }: Stored = JSON.parse(request.cipher.decrypt(kept.sealed))
  return { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, page, json }
}

const usedOtherwise = (route: string, isOfThisRoute: boolean): string =>
  `This Idempotency-Key was used before for ${route}${isOfThisRoute ? ' with other parameters or another body' : ''}. Take a new key for each new request.`
/** An answer as it is kept: its body as JSON text, whatever format it was sent in. */
type Stored = Pick<Answer, 'status' | 'headers' | 'page'> & { readonly json?: string }

function toStored({ status, headers, page, body, json, stream }: Answer): Stored {
  // It would read on after its transaction is over.
  if (stream !== undefined) throw new Error('The answer to a POST cannot be a stream')
  const text = json === undefined ? stringifyWellFormed(body) : typeof json === 'string' ? json : `[${json.join(',')}]`
  return { status, headers, page, json: text }
}
