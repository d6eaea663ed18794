import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { countJobsByState } from '../reads/count-jobs.ts'
import { JobNumbersRepresentation, representJobNumbers } from '../representations/job.ts'

export const getJobCounts = defineRoute({
  method: 'GET',
  url: '/job_counts',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List the numbers of background jobs by kind and state (site administrators).',
  answers: { 200: Type.Array(JobNumbersRepresentation) },
  async answer({ caller }, world) {
    mayAdministerSite(caller)
    return { body: (await countJobsByState(world)).map(representJobNumbers) }
  },
})
