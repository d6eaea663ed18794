import type { Database } from '../../database/db/db.ts'
import { countJobs, type JobCounts } from '../../database/rows/job-rows.ts'
import type { Clock } from '../../world/model/ports.ts'
import type { Metric } from './format-metric.ts'

/** Returns metrics of the job queue, which all nodes share. */
export async function measureJobs(db: Pick<Database, 'read'>, clock: Clock): Promise<Metric[]> {
  const now = clock.now()
  const counts = await countJobs(db.read, now)
  const perKind = (name: string, help: string, getValue: (counts: JobCounts) => number): Metric => ({
    name,
    type: 'gauge',
    help,
    samples: counts.map((each) => ({ labels: { kind: each.kind }, value: getValue(each) })),
  })
  return [
    perKind('tulipwood_jobs', 'Unfinished jobs by kind', ({ unfinished }) => unfinished),
    perKind('tulipwood_jobs_failing', 'Unfinished jobs that failed and will run again', ({ failing }) => failing),
    perKind('tulipwood_jobs_delay_seconds', 'Time for which the oldest job has been due', ({ oldest }) =>
      Math.max(0, now - oldest),
    ),
  ]
}
