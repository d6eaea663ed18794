import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { containsText } from '../../database/sql/text-index.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { Page } from '../../kit/values/page.ts'
import type { AuditFilter } from '../model/audit-filter.ts'
import type { AuditLogEntry } from '../model/audit-log-entry.ts'

/**
 * Returns one page of the audit log, the latest entry first, with the total. The log only grows, so each condition has
 * an index in this order.
 */
export async function loadAuditPage(
  db: Reader,
  filter: AuditFilter,
  page: Page,
): Promise<{ readonly lines: readonly AuditLogEntry[]; readonly size: number }> {
  const entries = matchingEntries(db, filter)
  const [total, rows] = await Promise.all([
    entries.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    entries
      .select(['id', 'at', 'user_id', 'ip_address', 'action', 'subject', 'detail'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  const lines = rows.map(({ user_id: userId, ip_address: ipAddress, detail, ...row }) => ({
    ...row,
    userId,
    ipAddress,
    detail: JSON.parse(detail),
  }))
  return { lines, size: Number(total.n) }
}

function matchingEntries(db: Reader, { text, userId, project, action, since, until }: AuditFilter) {
  let query = db.selectFrom('audit')
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (project !== undefined) query = query.where('project_id', '=', project)
  if (action !== undefined) query = query.where('action', '=', action)
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<=', until)
  const part = text === undefined ? '' : foldText(text)
  return part === '' ? query : query.where(containsText('audit', part))
}

/** Returns every action in the audit log, with one index lookup for each: the log may be long, but has few actions. */
export async function loadAuditActions(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive step (action) as (
      select min(action) from audit
      union all
      select (select min(action) from audit where audit.action > step.action) from step where step.action is not null
    )
    select action from step where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
