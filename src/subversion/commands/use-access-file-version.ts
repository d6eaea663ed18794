import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { administratedRepository, draftRefusal } from '../reads/access-file-check.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { lookForAccessFile } from '../store/access-files.ts'
import { saveRepository } from '../store/repositories.ts'
import { administrateRepository } from './administrate-repository.ts'
import { recordOnRepository } from './record-on-repository.ts'

/** Found before the transaction, since Subversion itself is consulted, and only for administrators. */
async function versionRefusal(
  world: Pick<World, 'db' | 'cache' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  version: number,
): Promise<Refusal | undefined> {
  const repository = await administratedRepository(world, caller, id)
  const found = repository && (await lookForAccessFile(world.db.read, id, version))
  return found && draftRefusal(world, repository, found)
}

/**
 * docs/api/subversion.md §2.2: an older version of the access file is in force again, with the use of default
 * permissions it had.
 */
export async function useAccessFileVersion(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  version: number,
): Promise<void> {
  const refusal = await versionRefusal(world, caller, id, version)
  await administrateRepository(world, caller, id, async (tx, { subject: repository }, project) => {
    const wanted = await lookForAccessFile(tx, id, version)
    if (wanted === undefined) throw new Refusal('invalid', `There is no version ${version} of the access file`)
    if (world.repositories.state() === 'absent') refuseAbsent()
    if (repository.accessFileVersion === version) return
    if (refusal !== undefined) throw refusal
    const { hasDefaultPermissions } = wanted
    await saveRepository(tx, id, { accessFileVersion: version, hasDefaultPermissions })
    const detail = { version: `version #${version}` }
    const action = 'svn_multi_repository_access_file_use_version'
    await recordOnRepository(tx, repository, project, { at: world.clock.now(), by: caller, action, detail })
  })
}
