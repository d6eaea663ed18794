import { defineRoute } from '../../http/declarations/route.ts'
import type { JobId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { retryJob } from '../commands/retry-job.ts'

export const postJobsIdRetry = defineRoute({
  method: 'POST',
  url: '/jobs/:id/retry',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Update a job that waits or has failed: it runs now (site administrators).',
  params: Type.Object({ id: Type.Unsafe<JobId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await retryJob(world, caller, params.id)
    return {}
  },
})
