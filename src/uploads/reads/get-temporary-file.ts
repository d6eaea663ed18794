import type { Caller } from '../../kit/values/caller.ts'
import type { FileId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { World } from '../../world/model/world.ts'
import type { TemporaryFile } from '../model/temporary-file.ts'
import { mayUseTemporaryFile } from '../policy.ts'
import { findTemporaryFile } from '../store/temporary-files.ts'

/**
 * Returns a temporary file of the caller or throws as in docs/api/attachments.md §6.4. An attached file is no temporary
 * file.
 */
export async function getTemporaryFile(
  world: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  id: FileId,
): Promise<Permit<'use', TemporaryFile>> {
  const isId = Number.isSafeInteger(id) && id > 0
  const file = isId ? await findTemporaryFile(world.db.read, id, world.clock.now()) : undefined
  return mayUseTemporaryFile(caller, file)
}
