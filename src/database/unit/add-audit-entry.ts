import { sql } from 'kysely'
import { getClientAddress } from '../../kit/concurrency/waiting-client.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import { getUserId } from '../../kit/values/caller.ts'
import { getDialect } from '../engine/builders.ts'
import { allocateIds } from '../sql/sql.ts'
import type { Tx } from '../tables/transaction.ts'
import { withoutWaiting } from './unawaited.ts'

/** Adds an entry to the audit log. PostgreSQL numbers it, so that it costs no round trip. */
export async function addAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { at, by, address = getClientAddress(), action, subject } = entry
  const userId = by.kind === 'claimed' ? by.id : getUserId(by)
  // The server itself has no account: its reason names the origin, such as a command of the command line.
  const detail = by.kind === 'system' ? { ...entry.detail, reason: by.reason } : (entry.detail ?? {})
  const login = by.kind === 'member' ? by.login : ''
  const searchText = foldText([action, subject, address ?? '', login].join('\n'))
  const what = { action, subject, project_id: entry.project ?? null, detail: JSON.stringify(detail) }
  const id = getDialect(tx) === 'postgres' ? sql<number>`nextval('seq_audit')` : (await allocateIds(tx, 'audit', 1))[0]
  if (id === undefined) throw new Error('Sequence returned no id')
  await withoutWaiting(tx)
    .insertInto('audit')
    .values({ id, at, user_id: userId, ip_address: address, ...what, search_text: searchText })
    .execute()
}
