import type { IntegrityProblem } from '../../artifacts/model/integrity-problem.ts'
import type { Database, Reader } from '../../database/db/db.ts'
import type { ChangeId, DeliveryId, JobId, UserId } from '../../kit/values/ids.ts'
import { deliveryJobKinds } from '../model/delivery.ts'
import {
  type JobRow,
  loadDeliveriesOfUnknownChanges,
  loadDeliveriesOfUnknownCommits,
  loadDigestsWithoutJob,
  loadExistingChangeIds,
  loadJobsAfter,
  loadNoticesOfUnknownChanges,
  loadOpenNoticesAfter,
  loadPendingDeliveriesAfter,
} from '../store/integrity.ts'

const batchSize = 500
const maxFindings = 100
const jobKinds = ['spread-changes', deliveryJobKinds.tracker, deliveryJobKinds.repository, 'send-mail']

/** Checks that deliveries and mails refer to logged changes, and that each pending one has a job. */
export async function* checkNotificationIntegrity(db: Pick<Database, 'snapshot'>): AsyncGenerator<IntegrityProblem> {
  // One snapshot: a job is removed in the transaction after the one that finishes its delivery.
  yield* await db.snapshot((reader) => Array.fromAsync(findProblems(reader)))
}

async function* findProblems(db: Reader): AsyncGenerator<IntegrityProblem> {
  for (const { id, change } of await loadDeliveriesOfUnknownChanges(db, maxFindings))
    yield {
      rule: 'delivery',
      noun: 'webhook delivery',
      id,
      detail: `refers to change ${change}, which is not in the change log`,
    }
  for (const { id, revision } of await loadDeliveriesOfUnknownCommits(db, maxFindings))
    yield {
      rule: 'delivery',
      noun: 'webhook delivery',
      id,
      detail: `refers to revision ${revision}, which is not recorded`,
    }
  for (const { user, change } of await loadNoticesOfUnknownChanges(db, maxFindings))
    yield {
      rule: 'notice',
      noun: 'user',
      id: user,
      detail: `has a pending mail about change ${change}, which is not in the change log`,
    }
  const awaited = { deliveries: new Set<DeliveryId>(), notices: new Set<string>() }
  for (let after = 0 as JobId; ; ) {
    const jobs = await loadJobsAfter(db, jobKinds, after, batchSize)
    const last = jobs.at(-1)
    if (last === undefined) break
    after = last.id
    const parsedJobs = jobs.map((job) => ({ job, payload: parseJobPayload(job) }))
    const existing = await loadExistingChangeIds(db, [
      ...new Set(parsedJobs.flatMap(({ payload }) => payload?.changes ?? [])),
    ])
    for (const { job, payload } of parsedJobs) {
      if (payload === undefined) yield jobFinding(job, 'has an invalid payload')
      else {
        const missing = payload.changes.filter((id) => !existing.has(id))
        if (missing.length > 0)
          yield jobFinding(job, `refers to changes that are not in the change log: ${missing.join(', ')}`)
        if (payload.delivery !== undefined) awaited.deliveries.add(payload.delivery)
        if (payload.notice !== undefined) awaited.notices.add(payload.notice)
      }
    }
  }
  yield* deliveriesWithoutJob(db, awaited.deliveries)
  yield* noticesWithoutJob(db, awaited.notices)
  for (const { user, day } of await loadDigestsWithoutJob(db, maxFindings))
    yield { rule: 'notice', noun: 'user', id: user, detail: `has a pending digest for ${day} without a job` }
}

async function* deliveriesWithoutJob(db: Reader, awaited: ReadonlySet<DeliveryId>): AsyncGenerator<IntegrityProblem> {
  for (let after = 0 as DeliveryId; ; ) {
    const ids = await loadPendingDeliveriesAfter(db, after, batchSize)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    for (const id of ids)
      if (!awaited.has(id)) yield { rule: 'delivery', noun: 'webhook delivery', id, detail: 'is pending without a job' }
  }
}

async function* noticesWithoutJob(db: Reader, awaited: ReadonlySet<string>): AsyncGenerator<IntegrityProblem> {
  for (let after = { change: 0 as ChangeId, user: 0 as UserId }; ; ) {
    const notices = await loadOpenNoticesAfter(db, after, batchSize)
    const last = notices.at(-1)
    if (last === undefined) return
    after = last
    for (const each of notices) {
      if (awaited.has(noticeKey(each))) continue
      yield {
        rule: 'notice',
        noun: 'user',
        id: each.user,
        detail: `has a pending mail about change ${each.change} without a job`,
      }
    }
  }
}

const jobFinding = ({ id, kind }: JobRow, detail: string): IntegrityProblem => ({
  rule: 'job',
  noun: `job ${kind}`,
  id,
  detail,
})
const noticeKey = ({ change, user }: { readonly change: ChangeId; readonly user: UserId }): string =>
  `${change} ${user}`

interface JobSubject {
  readonly changes: readonly ChangeId[]
  readonly delivery?: DeliveryId
  readonly notice?: string
}

/** Returns the subject of a job; undefined when this slice did not write its payload. */
function parseJobPayload({ kind, payload }: JobRow): JobSubject | undefined {
  const parsed = parseJson(payload)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const number = (name: string): number | undefined => {
    const value: unknown = Reflect.get(parsed, name)
    return Number.isSafeInteger(value) ? (value as number) : undefined
  }
  // Untrusted ids; the checks below look them up.
  const [change, user, delivery] = [
    number('change') as ChangeId,
    number('user') as UserId,
    number('delivery') as DeliveryId,
  ]
  if (kind === deliveryJobKinds.tracker || kind === deliveryJobKinds.repository)
    return delivery === undefined ? undefined : { changes: [], delivery }
  if (kind === 'send-mail')
    return change === undefined || user === undefined
      ? undefined
      : { changes: [change], notice: noticeKey({ change, user }) }
  const changes: unknown = Reflect.get(parsed, 'changes')
  const isList = Array.isArray(changes) && changes.every((each) => Number.isSafeInteger(each))
  return isList ? { changes: changes as ChangeId[] } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
