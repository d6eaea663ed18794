import type { Slice } from '../http/declarations/slice.ts'
import { deleteJobsId } from './routes/delete-jobs-id.ts'
import { getJobCounts } from './routes/get-job-counts.ts'
import { getJobs } from './routes/get-jobs.ts'
import { getSiteHealth } from './routes/get-site-health.ts'
import { postJobsIdRetry } from './routes/post-jobs-id-retry.ts'

/** What administrators of the site see of the server: background jobs, health, nodes. */
export const monitoring: Slice = {
  routes: [deleteJobsId, getJobCounts, getJobs, getSiteHealth, postJobsIdRetry],
  jobs: [],
}
