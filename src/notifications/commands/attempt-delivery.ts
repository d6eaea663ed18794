import { performance } from 'node:perf_hooks'
import { canSignIn } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { notificationPermit } from '../../kit/messages/system-permits.ts'
import { OutgoingError, type OutgoingResponse, sendPost } from '../../kit/network/outgoing-http.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { DeliveryId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { World } from '../../world/model/world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { buildHeaders, serializeBody } from '../messages/webhook-request.ts'
import { type Delivery, daySeconds, deliveryJobKinds } from '../model/delivery.ts'
import type { WebhookNoun } from '../model/event.ts'
import { buildWebhookSecretPurpose, type Webhook } from '../model/webhook.ts'
import { type DeliveryWithWebhook, findDeliveryWithWebhook } from '../reads/find-delivery-with-webhook.ts'
import { endDelivery, postponeDelivery, saveBody } from '../store/deliveries.ts'
import { recordAttempt } from './record-attempt.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'deliver-webhook': DueAttempt
    'deliver-commit-webhook': DueAttempt
  }
}

/** Payload of a delivery job. */
export interface DueAttempt {
  readonly delivery: DeliveryId
  /** The first attempt is 1. A late run of the job finds that another run has counted it. */
  readonly attempt: number
}

/** Loads the payloads of webhooks of a noun. */
export interface PayloadSource<Noun extends WebhookNoun> {
  readonly noun: Noun
  /** Returns what the caller may see now; null: nothing. */
  loadPayload(world: World, caller: Caller, target: DeliveryWithWebhook<Noun>): Promise<object | null>
  /** Returns whether the caller may still see all of a body built earlier; permissions may have been revoked since. */
  isStillRecipient(world: World, caller: Caller, target: DeliveryWithWebhook<Noun>, body: string): Promise<boolean>
}

const timeoutMs = 10_000

/** Makes one attempt of a delivery. */
export async function attemptDelivery<Noun extends WebhookNoun>(
  world: CommandWorld,
  source: PayloadSource<Noun>,
  due: DueAttempt,
): Promise<void> {
  const target = await findDeliveryWithWebhook(withReads(world).db.read, source.noun, due.delivery)
  if (target === undefined) return
  const { delivery, webhook } = target
  if (delivery.status !== 'waiting' || delivery.attempts !== due.attempt - 1) return
  const now = world.clock.now()
  if (webhook.isEnabled && webhook.pausedUntil !== null && webhook.pausedUntil > now) {
    const { pausedUntil } = webhook
    await world.db.write(async (tx) => {
      await postponeDelivery(tx, notificationPermit, delivery.id, pausedUntil)
      await tx.enqueue(deliveryJobKinds[source.noun], due, pausedUntil)
    })
    return
  }
  const prepared = await prepareBody(world, source, target).catch((cause: unknown): PreparedBody => {
    if (now <= delivery.createdOn + daySeconds) throw cause
    return { ending: ['failed', 'Given up: the payload could not be loaded for 24 hours'] }
  })
  if ('ending' in prepared)
    await world.db.write((tx) => endDelivery(tx, notificationPermit, delivery.id, ...prepared.ending))
  else await sendOnce(world, delivery, { ...webhook, secret: prepared.secret }, prepared.text)
}

type PreparedBody =
  | { readonly text: string; readonly secret: string }
  | { readonly ending: readonly ['failed' | 'withheld', string] }

/** Returns the stored body, unless the webhook has another owner since; otherwise builds one from what the owner may see now. */
async function prepareBody<Noun extends WebhookNoun>(
  world: CommandWorld,
  source: PayloadSource<Noun>,
  target: DeliveryWithWebhook<Noun>,
): Promise<PreparedBody> {
  const { delivery, webhook } = target
  const { sealedSecret, ownerUserId } = webhook
  if (!webhook.isEnabled || sealedSecret === null || ownerUserId === null)
    return { ending: ['failed', 'The webhook is disabled'] }
  const account = await findAccount(withReads(world), ownerUserId)
  if (account === undefined || !canSignIn(account.user.status))
    return { ending: ['withheld', "The account of the webhook's owner is not active"] }
  const openSecret = async () =>
    (await loadSecretCipher(world)).decrypt(buildWebhookSecretPurpose(webhook.owner), sealedSecret).toString()
  const storedBody = delivery.renderedForUserId === ownerUserId ? delivery.body : null
  if (storedBody !== null && (await source.isStillRecipient(withReads(world), account.reading, target, storedBody)))
    return { text: storedBody, secret: await openSecret() }
  const payload = await source.loadPayload(withReads(world), account.reading, target)
  if (payload === null) return { ending: ['withheld', "The webhook's owner may not see it, or it was deleted"] }
  const text = serializeBody(payload, webhook.format)
  await world.db.write((tx) =>
    saveBody(tx, notificationPermit, delivery.id, { body: text, renderedForUserId: ownerUserId }),
  )
  return { text, secret: await openSecret() }
}

async function sendOnce(
  world: CommandWorld,
  delivery: Delivery,
  webhook: Webhook & { readonly secret: string },
  body: string,
): Promise<void> {
  const { outgoing_private_addresses: allowPrivate } = await getSettings(withReads(world))
  const headers = buildHeaders(delivery, body, { ...webhook, at: world.clock.now() })
  const started = performance.now()
  const answer = await sendPost(webhook.url, { headers, body, allowPrivate, timeoutMs, tracing: world.tracing }).catch(
    (problem: unknown) => {
      if (problem instanceof OutgoingError) return problem
      throw problem
    },
  )
  const durationMs = Math.round(performance.now() - started)
  await recordAttempt(world, delivery, webhook, { ...toOutcome(answer), durationMs })
}

function toOutcome(answer: OutgoingResponse | OutgoingError) {
  if (answer instanceof OutgoingError) return { responseStatus: null, responseExcerpt: null, error: answer.message }
  const { status, body } = answer
  const isSuccess = status >= 200 && status < 300
  // PostgreSQL text cannot hold zero bytes.
  const responseExcerpt = body.replaceAll('\0', '')
  return {
    responseStatus: status,
    responseExcerpt,
    error: isSuccess ? null : `The receiver responded with status ${status}`,
  }
}
