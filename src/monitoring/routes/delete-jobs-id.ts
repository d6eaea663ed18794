import { defineRoute } from '../../http/declarations/route.ts'
import type { JobId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { removeJob } from '../commands/remove-job.ts'

export const deleteJobsId = defineRoute({
  method: 'DELETE',
  url: '/jobs/:id',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Delete a job that waits or has failed: what it would have done never happens (site administrators).',
  params: Type.Object({ id: Type.Unsafe<JobId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await removeJob(world, caller, params.id)
    return {}
  },
})
