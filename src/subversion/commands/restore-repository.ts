import type { Reader } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Project } from '../../projects/model/project.ts'
import { findProject } from '../../projects/store/projects.ts'
import type { Settings } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Repository } from '../model/repository.ts'
import { mayRestoreRepository } from '../policy.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { findRepository, lockRepository, saveRepository } from '../store/repositories.ts'
import { loadRepositoryAdministrators } from '../store/repository-administrators.ts'
import { auditRepository } from './audit-repository.ts'
import { dumpRemovalJobKind } from './remove-dump.ts'

type Deps = Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>

/** Restores a deleted repository from its dump with all settings (docs/api/subversion.md §1.8); file locks are lost. */
export async function restoreRepository(
  world: Deps,
  caller: Caller,
  id: RepositoryId,
): Promise<{ readonly repository: Repository; readonly project: Project }> {
  const settings = await getSettings(withReads(world))
  const { read } = withReads(world).db
  const { dump } = await checkRestorable(read, caller, await findRepository(read, id), settings)
  if (world.repositories.state() === 'absent') throwNotInstalled()
  const { directory } = await world.repositories.load(dump)
  const restored = world.db.write(async (tx) => {
    // Another request may have restored or purged it in the meantime.
    const { permit, project } = await checkRestorable(tx, caller, await lockRepository(tx, id), settings)
    const notRequested = { deletionRequestedOn: null, deletionRequestedBy: null }
    await saveRepository(tx, permit, { directory, deletedOn: null, dump: null, ...notRequested })
    // In a job after the commit: this transaction may still be rolled back.
    await tx.enqueue(dumpRemovalJobKind, dump)
    const at = world.clock.now()
    await auditRepository(tx, permit.subject, project, { at, by: caller, action: 'svn_multi_repository_restoration' })
    return { repository: (await findRepository(tx, id)) as Repository, project }
  })
  return restored.catch(async (problem: unknown) => {
    await world.repositories.remove(directory)
    throw problem
  })
}

async function checkRestorable(
  db: Reader,
  caller: Caller,
  repository: Repository | undefined,
  settings: Settings,
): Promise<{ readonly permit: Permit<'restore', Repository>; readonly project: Project; readonly dump: string }> {
  const project = repository && (await findProject(db, repository.projectId))
  const administrators = repository === undefined ? [] : await loadRepositoryAdministrators(db, repository.projectId)
  const deps = { project, settings, administrators }
  const permit = mayRestoreRepository(caller, repository, deps)
  const { dump } = permit.subject
  if (dump === null) throw new Refusal('invalid', 'This repository is not deleted')
  // Users who may restore a repository have access to its project.
  return { permit, project: project as Project, dump }
}
