import {
  type AnswerKey,
  claimAnswer,
  findAnswer,
  removeAnswers,
  saveAnswer,
} from '../../database/rows/idempotent-answers.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import { getUserId } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import { createTransactionWorld } from '../../world/units/in-transaction.ts'
import { type Answer, type AnyRoute, isReplayed, type RouteRequest } from '../declarations/route.ts'
import { hasPreference } from '../requests/prefer.ts'
import { toCanonicalJson } from '../responses/canonical-json.ts'
import { isMarked, markRequest } from '../responses/vary-by-language.ts'
import { type AnswerCipher, createAnswerCipher } from './answer-cipher.ts'

/** How long an answer is stored. */
const answerLifetimeSeconds = 86_400

type AnyRouteRequest = RouteRequest<unknown, unknown, unknown>

/**
 * Answers a request once per `Idempotency-Key` of a caller (draft-ietf-httpapi-idempotency-key-header): the changes of
 * the request and its answer are one transaction, and a repeated request gets the same answer. A refusal rolls both
 * back, so that the request can be sent again with its key.
 */
export async function answerIdempotently(route: AnyRoute, parsed: AnyRouteRequest, world: World): Promise<Answer> {
  const key = isReplayed(route) ? readKey(parsed.headers) : undefined
  const prepared: unknown = await route.prepare?.(parsed, world)
  if (key === undefined) return route.answer(parsed, world, prepared)

  const request = requestOf(route, parsed, key)
  const now = world.clock.now()
  const until = now - answerLifetimeSeconds
  const earlier = await findAnswer(world.db.read, request, until)
  if (earlier !== undefined) return replayed(request, earlier, parsed)
  return world.db.write(async (tx) => {
    const { caller, key_hash, route: name, body_hash } = request
    if (!(await claimAnswer(tx, { caller, key_hash, route: name, body_hash, created_on: now }, until))) {
      const winners = await findAnswer(tx, request, until)
      // No sweep removes answers of less than a day.
      if (winners === undefined) throw new Error('Idempotent answer disappeared inside the transaction')
      return replayed(request, winners, parsed)
    }
    const inside = createTransactionWorld(world, tx)
    const answer = await route.answer(parsed, inside, prepared)
    await saveAnswer(tx, request, request.cipher.encrypt(JSON.stringify(toStored(answer, isMarked(parsed.translate)))))
    return answer
  })
}

/** Removes expired answers. */
export const sweepAnswers = (world: Pick<World, 'db' | 'clock'>): Promise<void> =>
  world.db.write((tx) => removeAnswers(tx, world.clock.now() - answerLifetimeSeconds))

/** Returns the idempotency data of a request with a key; the quotes of a structured header are not part of the key. */
function readKey(headers: AnyRouteRequest['headers']): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const key = header.trim().replace(/^"(.*)"$/s, '$1')
  if (!/^[\x20-\x7e]{1,255}$/.test(key) || key.trim() === '') {
    throw new Refusal('invalid', 'The Idempotency-Key must have 1 to 255 printable ASCII characters.')
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
  const id = getUserId(caller)
  const owner = id === null ? 'anonymous' : `u${id}`
  // A dry run must not be replayed for the real request with the same key. No key contains a line break.
  const cipher = createAnswerCipher(hasPreference(headers, 'dry-run') ? `dry-run\n${key}` : key, owner)
  return {
    caller: owner,
    key_hash: cipher.keyHash,
    route: `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`,
    body_hash: cipher.fingerprint(toCanonicalJson({ params, query, body })),
    cipher,
  }
}

function replayed(
  request: KeyedRequest,
  row: { route: string; body_hash: string; encrypted_response: string },
  { translate }: Pick<AnyRouteRequest, 'translate'>,
): Answer {
  const isSame = row.route === request.route && row.body_hash === request.body_hash
  if (!isSame) throw new Refusal('unprocessable', usedOtherwise(row.route, row.route === request.route))
  const { status, headers, page, json, hasTexts }: StoredAnswer = JSON.parse(
    request.cipher.decrypt(row.encrypted_response),
  )
  if (hasTexts) markRequest(translate)
  return { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, page, json }
}

const usedOtherwise = (route: string, isOfThisRoute: boolean): Message =>
  isOfThisRoute
    ? message`This Idempotency-Key was used before for ${route} with other parameters or another body. Use a new key for each new request.`
    : message`This Idempotency-Key was used before for ${route}. Use a new key for each new request.`

/** An answer as it is stored: its body as JSON text, whatever format was sent. */
type StoredAnswer = Pick<Answer, 'status' | 'headers' | 'page'> & {
  readonly json?: string
  /** Whether the body has texts in the language of the request. */
  readonly hasTexts?: boolean
}

function toStored({ status, headers, page, body, json, stream }: Answer, hasTexts: boolean): StoredAnswer {
  // The stream would still be read after its transaction has ended.
  if (stream !== undefined) throw new Error('The answer to a POST cannot be a stream')
  const text = json === undefined ? stringifyWellFormed(body) : typeof json === 'string' ? json : `[${json.join(',')}]`
  return { status, headers, page, json: text, hasTexts }
}
