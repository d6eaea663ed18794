import { performance } from 'node:perf_hooks'
import type { DeliveryId } from '../../kit/ids.ts'
import { OutgoingProblem, type PostAnswer, post } from '../../kit/outgoing.ts'
import { sealedBox } from '../../kit/sealed-box.ts'
import type { JobHandler } from '../../kit/slice.ts'
import type { World } from '../../kit/world.ts'
import { canSignIn } from '../../platform/model/user.ts'
import { accountOf } from '../../platform/store/accounts.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { recordAttempt } from '../commands/record-attempt.ts'
import type { Delivery } from '../model/delivery.ts'
import { type Webhook, webhookSecretPurpose } from '../model/webhook.ts'
import { isStillTold } from '../reads/still-told.ts'
import { lookForChange } from '../store/changes.ts'
import { endDelivery, lookForDelivery, saveBody } from '../store/deliveries.ts'
import { lookForWebhook } from '../store/webhooks.ts'
import { webhookPayload } from '../webhook-payload.ts'
import { bodyOf, headersOf } from '../webhook-request.ts'

interface Payload {
  readonly delivery: DeliveryId
  /** The first is 1; a run that comes late finds that another has counted it. */
  readonly attempt: number
}

const timeoutMs = 10_000

/** Tells a webhook of a change: one attempt. */
export const deliverWebhook: JobHandler = {
  kind: 'deliver-webhook',
  // A receiver that keeps us waiting must not keep the other work from being done.
  mostAtOnce: 2,
  async run(payload, world) {
    // Written by those who enqueue this kind.
    const { delivery: id, attempt } = payload as Payload
    const delivery = await lookForDelivery(world.db.read, id)
    if (delivery === undefined || delivery.state !== 'waiting' || delivery.attempts !== attempt - 1) return
    const webhook = await lookForWebhook(world.db.read, delivery.webhookId)
    if (webhook === undefined) return
    const now = world.clock.now()
    if (webhook.isEnabled && webhook.pausedUntil !== null && webhook.pausedUntil > now) {
      const { pausedUntil } = webhook
      await world.db.write((tx) => world.jobs.enqueue(tx, 'deliver-webhook', payload, pausedUntil))
      return
    }
    const body = await readyBody(world, delivery, webhook)
    if ('ending' in body) await world.db.write((tx) => endDelivery(tx, id, ...body.ending))
    else await attemptOnce(world, delivery, { ...webhook, secret: body.secret }, body.text)
  },
}

type Ready =
  | { readonly text: string; readonly secret: string }
  | { readonly ending: readonly ['failed' | 'withheld', string] }

/** The body that is kept, unless somebody else has taken the webhook over; else what may be told now. */
async function readyBody(world: World, delivery: Delivery, webhook: Webhook): Promise<Ready> {
  const { sealedSecret, registeredBy } = webhook
  if (!webhook.isEnabled || sealedSecret === null || registeredBy === null)
    return { ending: ['failed', 'The webhook is disabled'] }
  const account = await accountOf(world, registeredBy)
  if (account === undefined || !canSignIn(account.user.status))
    return { ending: ['withheld', 'The account that registered the webhook is not active'] }
  const change = await lookForChange(world.db.read, delivery.changeId)
  const withheld = {
    ending: ['withheld', 'The account that registered the webhook may not see it, or it is gone'],
  } as const
  if (change === undefined) return withheld
  const opened = async () =>
    (await sealedBox(world)).open(webhookSecretPurpose(webhook.trackerId), sealedSecret).toString()
  if (delivery.body !== null && delivery.actedAs === registeredBy)
    return (await isStillTold(world, account.reading, change))
      ? { text: delivery.body, secret: await opened() }
      : withheld
  const told = await webhookPayload(world, account.reading, change)
  if (told === null) return withheld
  const text = bodyOf(told, webhook.format)
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
