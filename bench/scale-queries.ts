import type { ScaleData } from './scale-data.ts'

export interface ScaleQuery {
  readonly name: string
  readonly who: 'lead' | 'reader'
  /** A path to which `&limit=` can be appended. */
  readonly address: string
  /** Small enough that queries with few hits fill the page, so that pages of the same length are compared. */
  readonly limit: number
  /** Requests the last page. */
  readonly isLast: boolean
}

/** Thirty typical queries of users and tools; `maxLimit`: the page length that the smallest size fills. */
export function createScaleQueries({ tracker, fields, values }: ScaleData, maxLimit = 100): ScaleQuery[] {
  const list = `trackers/${tracker}/artifacts?`
  const value = (label: string) => values[label]
  const field = (name: string) => fields[name] as number
  const query = (text: string): string => `expert_query=${encodeURIComponent(text)}`
  const filter = (input: object): string => `query=${encodeURIComponent(JSON.stringify(input))}`
  const createQuery = (name: string, input: string, more: Partial<ScaleQuery> = {}): ScaleQuery => ({
    name,
    who: 'lead',
    address: `${list}${input}`,
    isLast: false,
    ...more,
    limit: Math.min(more.limit ?? 100, maxLimit),
  })
  const rows = { who: 'reader' } as const
  const last = { isLast: true } as const
  const few = { limit: 7 } as const
  const common = 'status = "status 0"'
  return [
    createQuery('all', 'order=asc'),
    createQuery('all, last page', 'order=asc', last),
    createQuery('all, newest first', 'order=desc'),
    createQuery('all, with values', 'values=all'),
    createQuery('all, row permissions', 'order=asc', rows),
    createQuery('all, row permissions, last page', 'order=asc', { ...rows, ...last }),
    createQuery('list = common (filter)', filter({ [field('status')]: value('status 0') })),
    createQuery('list = common, last page', query(common), last),
    createQuery('list = common, row permissions', query(common), rows),
    createQuery('list = mid', query('severity = "severity 3"')),
    createQuery('list = mid, last page', query('severity = "severity 3"'), last),
    createQuery('list = rare', query('batch = "batch 77"'), few),
    createQuery('list in three', query('severity IN("severity 1", "severity 2", "severity 3")')),
    createQuery('common and mid', query(`${common} AND severity = "severity 3"`)),
    createQuery('common and mid, row permissions, last page', query(`${common} AND severity = "severity 3"`), {
      ...rows,
      ...last,
    }),
    createQuery('rare and common', query(`batch = "batch 77" AND ${common}`), few),
    createQuery('rare and rare', query('batch = "batch 77" AND component = "component 5"')),
    createQuery('nothing is in both', query(`${common} AND status = "status 1"`)),
    createQuery('nothing is in both, row permissions', query(`${common} AND status = "status 1"`), rows),
    createQuery('not common', query('status != "status 0"')),
    createQuery('common or mid', query(`${common} OR severity = "severity 3"`)),
    createQuery('text, common word', query('title = "pump"')),
    createQuery('text, rare', query('title = "pump 77"'), { limit: 1 }),
    createQuery('text, absent', query('details = "elephant"')),
    createQuery('text and rare list', query('details = "valve" AND batch = "batch 77"'), few),
    createQuery('number between', query('points BETWEEN(10, 20) AND effort > 50')),
    createQuery('date after', query('due > "2025-06-01"')),
    createQuery('submitted after', query('@submitted_on > "2024-01-05"')),
    createQuery('own', query('@submitted_by = MYSELF()'), rows),
    createQuery('assigned to me and open', query(`assigned = MYSELF() AND status IN("status 0", "status 1")`), rows),
    createQuery('comments', query('@comments = "winch anchor"'), few),
    createQuery('links to one', query('IS LINKED TO ARTIFACT = 20')),
    createQuery('sorted by number', query(`batch = "batch 77" ORDER BY points DESC`), few),
  ]
}
