import { performance } from 'node:perf_hooks'
import type { Caller } from '../../kit/caller.ts'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { DeliveryId } from '../../kit/ids.ts'
import { OutgoingProblem, type PostAnswer, post } from '../../kit/outgoing.ts'
import type { World } from '../../kit/world.ts'
import { canSignIn } from '../../platform/model/user.ts'
import { accountOf } from '../../platform/store/accounts.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { type Delivery, daySeconds, deliveryKinds } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import { type Webhook, webhookSecretPurpose } from '../model/webhook.ts'
import { type DeliveryToWebhook, deliveryToWebhook } from '../reads/delivery-to-webhook.ts'
import { endDelivery, saveBody } from '../store/deliveries.ts'
import { bodyOf, headersOf } from '../webhook-request.ts'
import { recordAttempt } from './record-attempt.ts'

/** What a job of a delivery says. */
export interface DueAttempt {
  readonly delivery: DeliveryId
  /** The first is 1; a run that comes late finds that another has counted it. */
  readonly attempt: number
}

/** Says what webhooks of a noun are told. */
export interface Teller<Noun extends WebhookNoun> {
  readonly noun: Noun
  /** What may be told to somebody now; null: nothing. */
  payload(world: World, caller: Caller, about: DeliveryToWebhook<Noun>): Promise<object | null>
  /** Whether all that the body says, which was made earlier, may still be told; rights may have been taken since. */
  isStillTold(world: World, caller: Caller, about: DeliveryToWebhook<Noun>, body: string): Promise<boolean>
}

const timeoutMs = 10_000

/** Tells a webhook of something: one attempt. */
export async function deliver<Noun extends WebhookNoun>(
  world: World,
  teller: Teller<Noun>,
  due: DueAttempt,
): Promise<void> {
  const about = await deliveryToWebhook(world.db.read, teller.noun, due.delivery)
  if (about === undefined) return
  const { delivery, webhook } = about
  if (delivery.state !== 'waiting' || delivery.attempts !== due.attempt - 1) return
  const now = world.clock.now()
  if (webhook.isEnabled && webhook.pausedUntil !== null && webhook.pausedUntil > now) {
    const { pausedUntil } = webhook
    await world.db.write((tx) => world.jobs.enqueue(tx, deliveryKinds[teller.noun], due, pausedUntil))
    return
  }
  const ready = await readyBody(world, teller, about).catch((cause: unknown): Ready => {
    if (now <= delivery.createdOn + daySeconds) throw cause
    return { ending: ['failed', 'Given up: what is to be told could not be read for a day'] }
  })
  if ('ending' in ready) await world.db.write((tx) => endDelivery(tx, delivery.id, ...ready.ending))
  else await attemptOnce(world, delivery, { ...webhook, secret: ready.secret }, ready.text)
}

type Ready =
  | { readonly text: string; readonly secret: string }
  | { readonly ending: readonly ['failed' | 'withheld', string] }

/** The body that is kept, unless somebody else has taken the webhook over; else what may be told now. */
async function readyBody<Noun extends WebhookNoun>(
  world: World,
  teller: Teller<Noun>,
  about: DeliveryToWebhook<Noun>,
): Promise<Ready> {
  const { delivery, webhook } = about
  const { sealedSecret, registeredBy } = webhook
  if (!webhook.isEnabled || sealedSecret === null || registeredBy === null)
    return { ending: ['failed', 'The webhook is disabled'] }
  const account = await accountOf(world, registeredBy)
  if (account === undefined || !canSignIn(account.user.status))
    return { ending: ['withheld', 'The account that registered the webhook is not active'] }
  const opened = async () =>
    (await loadSecretCipher(world)).decrypt(webhookSecretPurpose(webhook.owner), sealedSecret).toString()
  const kept = delivery.actedAs === registeredBy ? delivery.body : null
  if (kept !== null && (await teller.isStillTold(world, account.reading, about, kept)))
    return { text: kept, secret: await opened() }
  const payload = await teller.payload(world, account.reading, about)
  if (payload === null)
    return { ending: ['withheld', 'The account that registered the webhook may not see it, or it is gone'] }
  const text = bodyOf(payload, webhook.format)
  await world.db.write((tx) => saveBody(tx, delivery.id, { body: text, actedAs: registeredBy }))
  return { text, secret: await opened() }
}

async function attemptOnce(
  world: World,
  delivery: Delivery,
  webhook: Webhook & { readonly secret: string },
  body: string,
): Promise<void> {
  const { outgoing_private_addresses: allowPrivate } = await settingsOf(world)
  const headers = headersOf(delivery, body, { ...webhook, at: world.clock.now() })
  const started = performance.now()
  const answer = await post(webhook.url, { headers, body, allowPrivate, timeoutMs }).catch((problem: unknown) => {
    if (problem instanceof OutgoingProblem) return problem
    throw problem
  })
  const durationMs = Math.round(performance.now() - started)
  await recordAttempt(world, delivery, webhook, { ...outcomeOf(answer), durationMs })
}

function outcomeOf(answer: PostAnswer | OutgoingProblem) {
  if (answer instanceof OutgoingProblem) return { answerStatus: null, answerExcerpt: null, problem: answer.message }
  const { status, body } = answer
  const isFine = status >= 200 && status < 300
  // Text in PostgreSQL has no zero bytes.
  const answerExcerpt = body.replaceAll('\0', '')
  return { answerStatus: status, answerExcerpt, problem: isFine ? null : `The receiver answered ${status}` }
}
