import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { allocateIds } from '../../kit/db/sql.ts'
import { fold } from '../../kit/fold.ts'
import type { ProjectId, UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** One line of the book an operator reads after something went wrong; never holds a secret. */
export interface AuditEntry {
  readonly at: EpochSeconds
  /** Who did it; a sign-in that failed has only the account that was named, if there is one. */
  readonly by: Caller | { readonly kind: 'claimed'; readonly id: UserId | null }
  readonly address?: string | null
  readonly action: string
  readonly subject: string
  /** In which it was done: its administrators read it. */
  readonly project?: ProjectId | undefined
  readonly detail?: Readonly<Record<string, unknown>>
}

export async function auditSite(tx: Tx, entry: AuditEntry): Promise<void> {
  const [id] = await allocateIds(tx, 'audit', 1)
  if (id === undefined) throw new Error('No id was handed out')
  const { at, by, address = null, action, subject } = entry
  const userId = by.kind === 'claimed' ? by.id : userIdOf(by)
  // The product has no account: its reason says who it was, such as a command of the command line.
  const detail = by.kind === 'system' ? { ...entry.detail, reason: by.reason } : (entry.detail ?? {})
  const login = by.kind === 'member' ? by.login : ''
  const searchText = fold([action, subject, address ?? '', login].join('\n'))
  const what = { action, subject, project_id: entry.project ?? null, detail: JSON.stringify(detail) }
  await tx
    .insertInto('audit')
    .values({ id, at, user_id: userId, ip_address: address, ...what, search_text: searchText })
    .execute()
}
