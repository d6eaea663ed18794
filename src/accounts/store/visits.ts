import type { Tx } from '../../database/db/db.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

export async function removeVisits(tx: Tx, { subject: userId }: Permit<'use own', UserId>): Promise<void> {
  await tx.deleteFrom('visit').where('user_id', '=', userId).execute()
}
