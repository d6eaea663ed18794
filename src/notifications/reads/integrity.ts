import type { Finding } from '../../artifacts/model/finding.ts'
import type { Database, Reader } from '../../kit/db/db.ts'
import type { ChangeId, DeliveryId, JobId, UserId } from '../../kit/ids.ts'
import { deliveryKinds } from '../model/delivery.ts'
import {
  changesThere,
  deliveriesOfNothing,
  deliveriesOfUnknownCommits,
  type JobFact,
  jobsAfter,
  noticesOfNothing,
  openNoticesAfter,
  waitingAfter,
} from '../store/integrity.ts'

const batch = 500
const most = 100
const kinds = ['spread-changes', deliveryKinds.tracker, deliveryKinds.repository, 'send-mail']

/** What is told of changes: nothing that did not happen, and for all that waits there is somebody to do it. */
export async function* notificationIntegrity(db: Pick<Database, 'snapshot'>): AsyncGenerator<Finding> {
  // One moment for all of it: a job ends in the transaction after the one that ends what it is for.
  yield* await db.snapshot((reader) => Array.fromAsync(findings(reader)))
}

async function* findings(db: Reader): AsyncGenerator<Finding> {
  for (const { id, change } of await deliveriesOfNothing(db, most))
    yield {
      rule: 'delivery',
      noun: 'webhook delivery',
      id,
      detail: `tells of change ${change}, which the log does not know`,
    }
  for (const { id, revision } of await deliveriesOfUnknownCommits(db, most))
    yield {
      rule: 'delivery',
      noun: 'webhook delivery',
      id,
      detail: `tells of revision ${revision}, which nobody knows`,
    }
  for (const { user, change } of await noticesOfNothing(db, most))
    yield {
      rule: 'notice',
      noun: 'user',
      id: user,
      detail: `is to be written about change ${change}, which the log does not know`,
    }
  const awaited = { deliveries: new Set<DeliveryId>(), notices: new Set<string>() }
  for (let after = 0 as JobId; ; ) {
    const jobs = await jobsAfter(db, kinds, after, batch)
    const last = jobs.at(-1)
    if (last === undefined) break
    after = last.id
    const meant = jobs.map((job) => ({ job, payload: payloadOf(job) }))
    const there = await changesThere(db, [...new Set(meant.flatMap(({ payload }) => payload?.changes ?? []))])
    for (const { job, payload } of meant) {
      if (payload === undefined) yield ofJob(job, 'says nothing that can be read')
      else {
        const missing = payload.changes.filter((id) => !there.has(id))
        if (missing.length > 0) yield ofJob(job, `tells of changes that the log does not know: ${missing.join(', ')}`)
        if (payload.delivery !== undefined) awaited.deliveries.add(payload.delivery)
        if (payload.notice !== undefined) awaited.notices.add(payload.notice)
      }
    }
  }
  yield* idleDeliveries(db, awaited.deliveries)
  yield* idleNotices(db, awaited.notices)
}

async function* idleDeliveries(db: Reader, awaited: ReadonlySet<DeliveryId>): AsyncGenerator<Finding> {
  for (let after = 0 as DeliveryId; ; ) {
    const ids = await waitingAfter(db, after, batch)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    for (const id of ids)
      if (!awaited.has(id))
        yield { rule: 'delivery', noun: 'webhook delivery', id, detail: 'waits, and no job will do it' }
  }
}

async function* idleNotices(db: Reader, awaited: ReadonlySet<string>): AsyncGenerator<Finding> {
  for (let after = { change: 0 as ChangeId, user: 0 as UserId }; ; ) {
    const notices = await openNoticesAfter(db, after, batch)
    const last = notices.at(-1)
    if (last === undefined) return
    after = last
    for (const each of notices) {
      if (awaited.has(noticeKey(each))) continue
      yield {
        rule: 'notice',
        noun: 'user',
        id: each.user,
        detail: `waits to be written about change ${each.change}, and no job will do it`,
      }
    }
  }
}

const ofJob = ({ id, kind }: JobFact, detail: string): Finding => ({ rule: 'job', noun: `job ${kind}`, id, detail })
const noticeKey = ({ change, user }: { readonly change: ChangeId; readonly user: UserId }): string =>
  `${change} ${user}`

interface Meant {
  readonly changes: readonly ChangeId[]
  readonly delivery?: DeliveryId
  readonly notice?: string
}

/** What a job is about; undefined when it was not written by this slice. */
function payloadOf({ kind, payload }: JobFact): Meant | undefined {
  const said = parsed(payload)
  if (typeof said !== 'object' || said === null) return undefined
  const number = (name: string): number | undefined => {
    const value: unknown = Reflect.get(said, name)
    return Number.isSafeInteger(value) ? (value as number) : undefined
  }
  // Numbers in these places are ids of that kind, if of anything.
  const [change, user, delivery] = [
    number('change') as ChangeId,
    number('user') as UserId,
    number('delivery') as DeliveryId,
  ]
  if (kind === deliveryKinds.tracker || kind === deliveryKinds.repository)
    return delivery === undefined ? undefined : { changes: [], delivery }
  if (kind === 'send-mail')
    return change === undefined || user === undefined
      ? undefined
      : { changes: [change], notice: noticeKey({ change, user }) }
  const changes: unknown = Reflect.get(said, 'changes')
  const isList = Array.isArray(changes) && changes.every((each) => Number.isSafeInteger(each))
  return isList ? { changes: changes as ChangeId[] } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
