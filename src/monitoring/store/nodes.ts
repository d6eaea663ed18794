import type { Reader, Tx } from '../../database/db/db.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { ServerNode } from '../model/node.ts'

const maxNodes = 50

/** Returns the nodes that have been seen lately, by name. */
export async function loadNodes(db: Reader, since: EpochSeconds): Promise<ServerNode[]> {
  const rows = await db
    .selectFrom('server_node')
    .selectAll()
    .where('seen_on', '>=', since)
    .orderBy('name')
    .limit(maxNodes)
    .execute()
  return rows.map(({ name, version, started_on, seen_on }) => ({
    name,
    version,
    startedOn: started_on,
    seenOn: seen_on,
  }))
}

export async function saveNode(
  tx: Tx,
  _permit: SystemPermit<'run a node'>,
  { name, version, startedOn, seenOn }: ServerNode,
): Promise<void> {
  const row = { version, started_on: startedOn, seen_on: seenOn }
  await tx
    .insertInto('server_node')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Removes nodes that have not been seen for long. */
export async function removeNodesBefore(
  tx: Tx,
  _permit: SystemPermit<'run a node'>,
  moment: EpochSeconds,
): Promise<void> {
  await tx.deleteFrom('server_node').where('seen_on', '<', moment).execute()
}

export async function removeNode(tx: Tx, _permit: SystemPermit<'run a node'>, name: string): Promise<void> {
  await tx.deleteFrom('server_node').where('name', '=', name).execute()
}
