import { nodePermit } from '../../kit/messages/system-permits.ts'
import { nameNode } from '../../kit/system/node-name.ts'
import { productVersion } from '../../kit/system/product-version.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { lostNodeSeconds } from '../model/node.ts'
import { removeNode, removeNodesBefore, saveNode } from '../store/nodes.ts'

type NodeWorld = Pick<CommandWorld, 'db' | 'clock' | 'config'>

/** Records that this node runs. */
export async function reportNode({ db, clock, config }: NodeWorld): Promise<void> {
  const now = clock.now()
  await db.write(async (tx) => {
    await removeNodesBefore(tx, nodePermit, now - lostNodeSeconds)
    await saveNode(tx, nodePermit, {
      name: nameNode(config),
      version: productVersion,
      startedOn: now - Math.floor(process.uptime()),
      seenOn: now,
    })
  })
}

/** Records that this node stops, so that it is not considered lost. */
export async function withdrawNode({ db, config }: NodeWorld): Promise<void> {
  await db.write((tx) => removeNode(tx, nodePermit, nameNode(config)))
}
