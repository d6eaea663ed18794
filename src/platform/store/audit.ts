import type { Tx } from '../../kit/db/db.ts'
import { takeIds } from '../../kit/db/sql.ts'
import type { UserId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** One line of the book an operator reads after something went wrong; never holds a secret. */
export interface AuditEntry {
  readonly at: EpochSeconds
  /** Who did it; null: the product, or nobody known. */
  readonly userId: UserId | null
  readonly address?: string | null
  readonly action: string
  readonly subject: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export async function record(tx: Tx, entry: AuditEntry): Promise<void> {
  const [id] = await takeIds(tx, 'audit', 1)
  if (id === undefined) throw new Error('No id was handed out')
  const { at, userId, address = null, action, subject, detail = {} } = entry
  const row = { id, at, user_id: userId, address, action, subject, detail: JSON.stringify(detail) }
  await tx.insertInto('audit').values(row).execute()
}
