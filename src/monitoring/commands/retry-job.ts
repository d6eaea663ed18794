import type { Caller } from '../../kit/values/caller.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { hastenJob } from '../store/jobs.ts'
import { changeJob } from './change-job.ts'

/** Makes a job that waits or has failed due now. */
export const retryJob = (world: Pick<CommandWorld, 'db' | 'clock'>, caller: Caller, id: JobId): Promise<void> =>
  changeJob(world, caller, id, { action: 'job retried', store: hastenJob })
