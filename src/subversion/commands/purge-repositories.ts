import { sweepPermit } from '../../kit/messages/system-permits.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { getRetentionSeconds } from '../model/retention.ts'
import { loadRepositoriesDeletedBefore, lockRepository, purgeRepositoryRow } from '../store/repositories.ts'
import { auditRepository } from './audit-repository.ts'

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'log' | 'repositories'>

/** Purges repositories after their retention time (docs/api/subversion.md §1.8); their names become available. */
export async function purgeRepositories(world: Deps): Promise<void> {
  if (world.repositories.state() === 'absent') return
  const before = world.clock.now() - getRetentionSeconds(await getSettings(withReads(world)))
  for (const { id, dump } of await loadRepositoriesDeletedBefore(withReads(world).db.read, before)) {
    await world.db.write(async (tx) => {
      const repository = await lockRepository(tx, id)
      // Restored in the meantime.
      if (repository === undefined || repository.deletedOn === null || repository.dump !== dump) return
      const project = await findProject(tx, repository.projectId)
      const entry = { at: world.clock.now(), by: { kind: 'system', reason: 'purge' } } as const
      if (project !== undefined)
        await auditRepository(tx, repository, project, { ...entry, action: 'svn_multi_repository_purge' })
      await purgeRepositoryRow(tx, sweepPermit, id)
    })
    // A dump left by a crash belongs to no repository and is harmless.
    if (dump !== null) await world.repositories.removeDump(dump)
  }
}
