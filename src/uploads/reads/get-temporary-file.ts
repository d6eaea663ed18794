import type { Caller } from '../../kit/caller.ts'
import type { FileId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { World } from '../../kit/world.ts'
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
