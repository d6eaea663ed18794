import { countJobs } from '../../database/rows/job-rows.ts'
import { message } from '../../kit/messages/message.ts'
import type { World } from '../../world/model/world.ts'
import type { HealthItem } from '../model/health.ts'
import { maxJobDelaySeconds } from '../model/job-delay.ts'

/** Time after which the workers do not keep up. */
const longDelaySeconds = 600

/** Checks that jobs run soon after they are due, and that none has failed. */
export async function checkJobs({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<readonly HealthItem[]> {
  const now = clock.now()
  const counts = await countJobs(db.read, now)
  const total = (member: 'unfinished' | 'running' | 'failed'): number =>
    counts.reduce((sum, each) => sum + Number(each[member]), 0)
  const [running, failed] = [total('running'), total('failed')]
  const delay = Math.max(0, ...counts.map(({ oldestFree }) => (oldestFree === null ? 0 : now - oldestFree)))
  return [
    {
      name: 'jobs',
      ...rateDelay(delay),
      facts: [
        { name: 'waiting', unit: 'count', value: total('unfinished') - running - failed },
        { name: 'running', unit: 'count', value: running },
        ...(delay === 0 ? [] : [{ name: 'delay', unit: 'seconds', value: delay } as const]),
      ],
    },
    {
      name: 'failed_jobs',
      state: failed === 0 ? 'ok' : 'warning',
      message:
        failed === 0
          ? message`No background job has failed.`
          : message`Background jobs have failed and will be tried again. Open the list of jobs to see why.`,
      facts: [{ name: 'failed', unit: 'count', value: failed }],
    },
  ]
}

function rateDelay(delay: number): Pick<HealthItem, 'state' | 'message'> {
  if (delay > maxJobDelaySeconds)
    return {
      state: 'error',
      message: message`Background jobs have been due for more than an hour. Check the log of the server.`,
    }
  if (delay > longDelaySeconds)
    return { state: 'warning', message: message`Background jobs run late. The server may have too much to do.` }
  return { state: 'ok', message: message`Background jobs run on time.` }
}
