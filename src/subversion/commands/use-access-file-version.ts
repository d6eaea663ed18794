import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { findDraftRefusal, getAdministeredRepository } from '../reads/check-access-file.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { findAccessFile } from '../store/access-files.ts'
import { saveRepository } from '../store/repositories.ts'
import { administerRepository } from './administer-repository.ts'
import { auditRepository } from './audit-repository.ts'

/** Checked before the transaction, because it runs Subversion; only for administrators. */
async function checkVersion(
  world: Pick<CommandWorld, 'db' | 'cache' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  version: number,
): Promise<Refusal | undefined> {
  const repository = await getAdministeredRepository(withReads(world), caller, id)
  const accessFileVersion = repository && (await findAccessFile(withReads(world).db.read, id, version))
  return accessFileVersion && findDraftRefusal(withReads(world), repository, accessFileVersion)
}

/** Activates an older version of the access file, with its use of default permissions (docs/api/subversion.md §2.2). */
export async function useAccessFileVersion(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  version: number,
): Promise<void> {
  const refusal = await checkVersion(world, caller, id, version)
  await administerRepository(world, caller, id, async (tx, permit, project) => {
    const { subject: repository } = permit
    const requested = await findAccessFile(tx, id, version)
    if (requested === undefined)
      throw new Refusal('invalid', message`Version ${version} of the access file does not exist.`)
    if (world.repositories.state() === 'absent') throwNotInstalled()
    if (repository.accessFileVersion === version) return
    if (refusal !== undefined) throw refusal
    const { hasDefaultPermissions } = requested
    await saveRepository(tx, permit, { accessFileVersion: version, hasDefaultPermissions })
    const detail = { version: `version #${version}` }
    const action = 'svn_multi_repository_access_file_use_version'
    await auditRepository(tx, repository, project, { at: world.clock.now(), by: caller, action, detail })
  })
}
