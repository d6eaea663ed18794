import { nameNode } from '../../kit/system/node-name.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { HealthItem } from '../model/health.ts'
import { isNodeLost, lostNodeSeconds, type ServerNode } from '../model/node.ts'
import { loadNodes } from '../store/nodes.ts'
import { checkBackups, checkBackupVerification } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkJobs } from './check-jobs.ts'
import { checkMail } from './check-mail.ts'
import { checkNodes, checkVersion } from './check-nodes.ts'
import { checkRepositories } from './check-repositories.ts'
import { checkDisk, checkFiles } from './check-storage.ts'

interface SiteHealth {
  readonly checkedOn: EpochSeconds
  readonly items: readonly HealthItem[]
  readonly nodes: readonly (ServerNode & { readonly isLost: boolean; readonly isOwn: boolean })[]
}

/**
 * Checks what administrators of the site can do something about, in a few milliseconds; `doctor` checks what takes
 * longer. No check connects to an address that a user can choose.
 */
export async function checkSite(world: World): Promise<SiteHealth> {
  const now = world.clock.now()
  const nodes = await loadNodes(world.db.read, now - lostNodeSeconds)
  const items = await Promise.all([
    checkVersion(),
    checkDatabase(world),
    checkFiles(world),
    checkDisk(world),
    checkJobs(world),
    checkMail(world),
    checkBackups(world),
    checkBackupVerification(world),
    checkRepositories(world),
    checkNodes(nodes, now),
  ])
  const own = nameNode(world.config)
  return {
    checkedOn: now,
    items: items.flat(),
    nodes: nodes.map((node) => ({ ...node, isLost: isNodeLost(node, now), isOwn: node.name === own })),
  }
}
