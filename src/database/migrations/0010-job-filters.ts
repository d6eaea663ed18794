import { createIndexes } from './migrate.ts'

/** Jobs of a kind in the order of the list, and those that have run: only these can be running or failed. */
export const jobFilters = createIndexes('0010-job-filters', [
  { name: 'job_by_kind_run_at_id', table: 'job', columns: ['kind', 'run_at', 'id'] },
  { name: 'job_by_attempts', table: 'job', columns: ['attempts'] },
])
