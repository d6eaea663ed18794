import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import { keptSeconds } from '../model/kept-seconds.ts'
import { deletedRepositories, eraseRepository, lockRepository } from '../store/repositories.ts'
import { recordOnRepository } from './record-on-repository.ts'

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'log' | 'repositories'>

/** docs/api/subversion.md §1.8: what was deleted long enough ago is gone for good, and its name free. */
export async function purgeRepositories(world: Needed): Promise<void> {
  if (world.repositories.state() === 'absent') return
  await world.cache.refresh()
  const before = world.clock.now() - keptSeconds(await settingsOf(world))
  for (const { id, dump } of await deletedRepositories(world.db.read, before)) {
    await world.db.write(async (tx) => {
      const repository = await lockRepository(tx, id)
      // Restored meanwhile.
      if (repository === undefined || repository.deletedOn === null || repository.dump !== dump) return
      const project = await lookForProject(tx, repository.projectId)
      const entry = { at: world.clock.now(), by: { kind: 'system', reason: 'purge' } } as const
      if (project !== undefined)
        await recordOnRepository(tx, repository, project, { ...entry, action: 'svn_multi_repository_purge' })
      await eraseRepository(tx, id)
    })
    // A dump that stays after a crash is no repository's: it is of use to nobody, and harms nobody.
    if (dump !== null) await world.repositories.removeDump(dump)
  }
}
