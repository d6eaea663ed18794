import type { ScaleData } from './scale-data.ts'

export interface ScaleQuery {
  readonly name: string
  readonly who: 'lead' | 'reader'
  /** Ends where `&limit=` can follow. */
  readonly address: string
  /** So that few hits fill the page as well, and pages of one length are compared. */
  readonly limit: number
  /** The last page of it is asked for. */
  readonly isLast: boolean
}

/** Thirty questions that people and their tools ask of a tracker; `most`: the longest page that the smallest one fills. */
export function createScaleQueries({ tracker, fields, values }: ScaleData, most = 100): ScaleQuery[] {
  const list = `trackers/${tracker}/artifacts?`
  const value = (label: string) => values[label]
  const field = (name: string) => fields[name] as number
  const query = (text: string): string => `expert_query=${encodeURIComponent(text)}`
  const filter = (asked: object): string => `query=${encodeURIComponent(JSON.stringify(asked))}`
  const ask = (name: string, asked: string, more: Partial<ScaleQuery> = {}): ScaleQuery => ({
    name,
    who: 'lead',
    address: `${list}${asked}`,
    isLast: false,
    ...more,
    limit: Math.min(more.limit ?? 100, most),
  })
  const rows = { who: 'reader' } as const
  const last = { isLast: true } as const
  const few = { limit: 7 } as const
  const common = 'status = "status 0"'
  return [
    ask('all', 'order=asc'),
    ask('all, last page', 'order=asc', last),
    ask('all, newest first', 'order=desc'),
    ask('all, with values', 'values=all'),
    ask('all, row permissions', 'order=asc', rows),
    ask('all, row permissions, last page', 'order=asc', { ...rows, ...last }),
    ask('list = common (filter)', filter({ [field('status')]: value('status 0') })),
    ask('list = common, last page', query(common), last),
    ask('list = common, row permissions', query(common), rows),
    ask('list = mid', query('severity = "severity 3"')),
    ask('list = mid, last page', query('severity = "severity 3"'), last),
    ask('list = rare', query('batch = "batch 77"'), few),
    ask('list in three', query('severity IN("severity 1", "severity 2", "severity 3")')),
    ask('common and mid', query(`${common} AND severity = "severity 3"`)),
    ask('common and mid, row permissions, last page', query(`${common} AND severity = "severity 3"`), {
      ...rows,
      ...last,
    }),
    ask('rare and common', query(`batch = "batch 77" AND ${common}`), few),
    ask('rare and rare', query('batch = "batch 77" AND component = "component 5"')),
    ask('nothing is in both', query(`${common} AND status = "status 1"`)),
    ask('nothing is in both, row permissions', query(`${common} AND status = "status 1"`), rows),
    ask('not common', query('status != "status 0"')),
    ask('common or mid', query(`${common} OR severity = "severity 3"`)),
    ask('text, common word', query('title = "pump"')),
    ask('text, rare', query('title = "pump 77"'), { limit: 1 }),
    ask('text, absent', query('details = "elephant"')),
    ask('text and rare list', query('details = "valve" AND batch = "batch 77"'), few),
    ask('number between', query('points BETWEEN(10, 20) AND effort > 50')),
    ask('date after', query('due > "2025-06-01"')),
    ask('submitted after', query('@submitted_on > "2024-01-05"')),
    ask('own', query('@submitted_by = MYSELF()'), rows),
    ask('assigned to me and open', query(`assigned = MYSELF() AND status IN("status 0", "status 1")`), rows),
    ask('comments', query('@comments = "winch anchor"'), few),
    ask('links to one', query('IS LINKED TO ARTIFACT = 20')),
    ask('sorted by number', query(`batch = "batch 77" ORDER BY points DESC`), few),
  ]
}
