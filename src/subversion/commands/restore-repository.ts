import { bumpCacheVersions } from '../../artifacts/store/cache-versions.ts'
import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import type { Project } from '../../projects/model/project.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import type { Repository } from '../model/repository.ts'
import { mayRestoreRepository } from '../policy.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { referredArtifacts } from '../store/commits.ts'
import { lockRepository, lookForRepository, saveRepository } from '../store/repositories.ts'
import { loadRepositoryAdministrators } from '../store/repository-administrators.ts'
import { recordOnRepository } from './record-on-repository.ts'
import { dumpRemovalKind } from './remove-dump.ts'

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'jobs' | 'repositories'>

/**
 * docs/api/subversion.md §1.8: a deleted repository is made again from its dump, with all its settings; locks of files
 * are gone.
 */
export async function restoreRepository(
  world: Needed,
  caller: Caller,
  id: RepositoryId,
): Promise<{ readonly repository: Repository; readonly project: Project }> {
  const { dump } = await checked(world, caller, await lookForRepository(world.db.read, id), world.db.read)
  if (world.repositories.state() === 'absent') refuseAbsent()
  const { folder } = await world.repositories.load(dump)
  const restored = world.db.write(async (tx) => {
    // Somebody else may have restored or purged it meanwhile.
    const { repository, project } = await checked(world, caller, await lockRepository(tx, id), tx)
    const nothingAsked = { deletionAskedOn: null, deletionAskedBy: null }
    await saveRepository(tx, id, { folder, deletedOn: null, dump: null, ...nothingAsked })
    // Only once it is certain: a request that is answered once may still be undone after this.
    await world.jobs.enqueue(tx, dumpRemovalKind, dump)
    await bumpCacheVersions(tx, await referredArtifacts(tx, id))
    const at = world.clock.now()
    await recordOnRepository(tx, repository, project, { at, by: caller, action: 'svn_multi_repository_restoration' })
    return { repository: (await lookForRepository(tx, id)) as Repository, project }
  })
  return restored.catch(async (problem: unknown) => {
    await world.repositories.remove(folder)
    throw problem
  })
}

async function checked(
  world: Needed,
  caller: Caller,
  found: Repository | undefined,
  db: Parameters<typeof lookForProject>[0],
): Promise<{ readonly repository: Repository; readonly project: Project; readonly dump: string }> {
  const project = found && (await lookForProject(db, found.projectId))
  const administrators = found === undefined ? [] : await loadRepositoryAdministrators(db, found.projectId)
  const ground = { project, settings: await settingsOf(world), administrators }
  const { subject: repository } = mayRestoreRepository(caller, found, ground)
  if (repository.dump === null) throw new Refusal('invalid', 'This repository is not deleted')
  // Whoever may restore a repository was let into its project.
  return { repository, project: project as Project, dump: repository.dump }
}
