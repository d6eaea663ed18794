import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { foldText } from '../../kit/text/fold.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** An entry of the audit log; never contains a secret. */
export interface AuditEntry {
  readonly at: EpochSeconds
  /** The user who acted; a failed sign-in has only the account that was entered, if it exists. */
  readonly by: Caller | { readonly kind: 'claimed'; readonly id: UserId | null }
  readonly address?: string | null
  readonly action: string
  readonly subject: string
  /** Project of the action, whose administrators can read the entry. */
  readonly project?: ProjectId | undefined
  readonly detail?: Readonly<Record<string, unknown>>
}

export async function auditSite(tx: Tx, entry: AuditEntry): Promise<void> {
  const [id] = await allocateIds(tx, 'audit', 1)
  if (id === undefined) throw new Error('Sequence returned no id')
  const { at, by, address = null, action, subject } = entry
  const userId = by.kind === 'claimed' ? by.id : getUserId(by)
  // The server itself has no account: its reason names the origin, such as a command of the command line.
  const detail = by.kind === 'system' ? { ...entry.detail, reason: by.reason } : (entry.detail ?? {})
  const login = by.kind === 'member' ? by.login : ''
  const searchText = foldText([action, subject, address ?? '', login].join('\n'))
  const what = { action, subject, project_id: entry.project ?? null, detail: JSON.stringify(detail) }
  await tx
    .insertInto('audit')
    .values({ id, at, user_id: userId, ip_address: address, ...what, search_text: searchText })
    .execute()
}
