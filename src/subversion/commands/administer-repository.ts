import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Project } from '../../projects/model/project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Repository } from '../model/repository.ts'
import { mayAdministerRepository } from '../policy.ts'
import { lockRepository } from '../store/repositories.ts'
import { loadRepositoryAdministrators } from '../store/repository-administrators.ts'

/** Runs a change by repository administrators in one transaction that locks the repository. */
export async function administerRepository<T>(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  caller: Caller,
  id: RepositoryId,
  work: (tx: Tx, permit: Permit<'administer', Repository>, project: Project) => Promise<T>,
): Promise<T> {
  const settings = await getSettings(withReads(world))
  return world.db.write(async (tx) => {
    const repository = await lockRepository(tx, id)
    const project = repository && (await findProject(tx, repository.projectId))
    const administrators = repository === undefined ? [] : await loadRepositoryAdministrators(tx, repository.projectId)
    const permit = mayAdministerRepository(caller, repository, { project, settings, administrators })
    // Repository administrators have access to the project.
    return work(tx, permit, project as Project)
  })
}
