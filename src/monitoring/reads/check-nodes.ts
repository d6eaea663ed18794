import { message } from '../../kit/messages/message.ts'
import { productCommit, productVersion } from '../../kit/system/product-version.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { HealthItem } from '../model/health.ts'
import { isNodeLost, type ServerNode } from '../model/node.ts'

/** Returns the version of this node. */
export const checkVersion = (): HealthItem => ({
  name: 'version',
  state: 'ok',
  message: message`The server is running.`,
  facts: [
    { name: 'version', unit: 'text', value: productVersion },
    ...(productCommit === null ? [] : [{ name: 'commit', unit: 'text', value: productCommit } as const]),
    { name: 'uptime', unit: 'seconds', value: Math.floor(process.uptime()) },
  ],
})

/** Checks that no node was lost, and that all of them have the same version. */
export function checkNodes(nodes: readonly ServerNode[], now: EpochSeconds): HealthItem {
  const lost = nodes.filter((node) => isNodeLost(node, now))
  const running = nodes.filter((node) => !isNodeLost(node, now))
  const isMixed = new Set(running.map(({ version }) => version)).size > 1
  const facts = [{ name: 'nodes', unit: 'count', value: running.length }] as const
  const name = 'nodes'
  if (lost.length > 0)
    return {
      name,
      state: 'warning',
      message: message`A node no longer reports that it runs. If you have not replaced it, look at its log.`,
      facts,
    }
  if (isMixed)
    return {
      name,
      state: 'warning',
      message: message`The nodes have different versions. Finish the upgrade, so that all of them have the same.`,
      facts,
    }
  return { name, state: 'ok', message: message`All nodes run the same version.`, facts }
}
