import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { jobStates } from '../model/job.ts'
import { JobRepresentation, representJob } from '../representations/job.ts'
import { loadJobPage } from '../store/jobs.ts'

export const getJobs = defineRoute({
  method: 'GET',
  url: '/jobs',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'List background jobs that have not ended, those that are due first (site administrators).',
  query: Type.Object({
    state: Type.Optional(Type.Enum([...jobStates], { description: 'Only jobs in this state.' })),
    kind: Type.Optional(Type.String({ description: 'Only jobs of this kind, such as `send-mail`.' })),
    ...buildPageParameters({ default: 50, max: 200 }),
  }),
  answers: { 200: Type.Array(JobRepresentation) },
  async answer(request, world) {
    mayAdministerSite(request.caller)
    const { limit, offset, state, kind } = request.query
    const { jobs, size } = await loadJobPage(world.db.read, { state, kind }, { limit, offset }, world.clock.now())
    return { body: jobs.map((job) => representJob(job, request)), page: { limit, offset, size, max: 200 } }
  },
})
