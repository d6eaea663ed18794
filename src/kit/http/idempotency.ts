import { userIdOf } from '../caller.ts'
import { type AnswerKey, claimAnswer, keepAnswer, lookForAnswer, removeAnswers } from '../db/answer-rows.ts'
import { worldInTransaction } from '../in-transaction.ts'
import { Refusal } from '../refusal.ts'
import { jsonText } from '../well-formed.ts'
import type { World } from '../world.ts'
import { canonicalJson } from './canonical-json.ts'
import { prefers } from './prefer.ts'
import { type Answer, type AnyRoute, type Asked, isReplayed } from './route.ts'
import { type Sealing, sealingOf } from './sealed.ts'

/** How long an answer is kept. */
const keptSeconds = 86_400

type AskedAny = Asked<unknown, unknown, unknown>

/**
 * The answer to a request, given once for each `Idempotency-Key` of a caller (draft-ietf-httpapi-idempotency-key-header):
 * what the request changes and what it was answered are one transaction, and who asks again is told the same. A refusal
 * undoes all of it, so that the request can be sent again under its key.
 */
export async function answerOnce(route: AnyRoute, asked: AskedAny, world: World): Promise<Answer> {
  const key = isReplayed(route) ? keyIn(asked.headers) : undefined
  const prepared: unknown = await route.prepare?.(asked, world)
  if (key === undefined) return route.answer(asked, world, prepared)

  const request = requestOf(route, asked, key)
  const now = world.clock.now()
  const until = now - keptSeconds
  const earlier = await lookForAnswer(world.db.read, request, until)
  if (earlier !== undefined) return replayed(request, earlier)
  return world.db.write(async (tx) => {
    const { caller, key_hash, route: name, body_hash } = request
    if (!(await claimAnswer(tx, { caller, key_hash, route: name, body_hash, created_on: now }, until))) {
      const winners = await lookForAnswer(tx, request, until)
      // Nobody removes what is younger than a day.
      if (winners === undefined) throw new Error('An answer left between two statements')
      return replayed(request, winners)
    }
    const inside = worldInTransaction(world, tx)
    await inside.cache.refresh()
    const answer = await route.answer(asked, inside, prepared)
    await keepAnswer(tx, request, request.sealing.seal(JSON.stringify(storedOf(answer))))
    return answer
  })
}

/** Removes answers that have run out. */
export const sweepAnswers = (world: Pick<World, 'db' | 'clock'>): Promise<void> =>
  world.db.write((tx) => removeAnswers(tx, world.clock.now() - keptSeconds))

/** Whether a key is sent; with or without the quotes of a structured header, which are not part of it. */
function keyIn(headers: AskedAny['headers']): string | undefined {
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
  readonly sealing: Sealing
}

function requestOf(route: AnyRoute, { caller, headers, params, query, body }: AskedAny, key: string): KeyedRequest {
  const id = userIdOf(caller)
  const who = id === null ? 'anonymous' : `u${id}`
  // Who tries something out and then does it under the same key must not be told that it was done. No key has a break.
  const sealing = sealingOf(prefers(headers, 'dry-run') ? `dry-run\n${key}` : key, who)
  return {
    caller: who,
    key_hash: sealing.keyHash,
    route: `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`,
    body_hash: sealing.fingerprint(canonicalJson({ params, query, body })),
    sealing,
  }
}

function replayed(request: KeyedRequest, kept: { route: string; body_hash: string; sealed: string }): Answer {
  const isSame = kept.route === request.route && kept.body_hash === request.body_hash
  if (!isSame) throw new Refusal('unprocessable', usedOtherwise(kept.route, kept.route === request.route))
  const { status, headers, page, json }: Stored = JSON.parse(request.sealing.open(kept.sealed))
  return { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, page, json }
}

const usedOtherwise = (route: string, isOfThisRoute: boolean): string =>
  `This Idempotency-Key was used before for ${route}${isOfThisRoute ? ' with other parameters or another body' : ''}. Take a new key for each new request.`
/** An answer as it is kept: its body as JSON text, whatever format it was sent in. */
type Stored = Pick<Answer, 'status' | 'headers' | 'page'> & { readonly json?: string }

function storedOf({ status, headers, page, body, json, stream }: Answer): Stored {
  // It would read on after its transaction is over.
  if (stream !== undefined) throw new Error('The answer to a POST cannot be a stream')
  const text = json === undefined ? jsonText(body) : typeof json === 'string' ? json : `[${json.join(',')}]`
  return { status, headers, page, json: text }
}
