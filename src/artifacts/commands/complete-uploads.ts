import { parseId } from '../../fields/input/parse-id.ts'
import type { FieldValueInput } from '../../fields/write-context.ts'
import { type Caller, userIdOf } from '../../kit/caller.ts'
import type { FileId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { sealFiles } from '../../uploads/commands/seal-files.ts'

/**
 * Finishes what is to be attached and is wholly there (docs/decisions/0019-stage-uploads-before-object-storage.md). Bytes are moved, so it
 * is done before the transaction of the change; which of the numbers are files of the caller is known by their rows
 * alone.
 */
export async function completeUploads(
  world: Pick<World, 'db' | 'files' | 'staging' | 'jobs' | 'clock' | 'log'>,
  caller: Caller,
  entries: readonly FieldValueInput[],
): Promise<void> {
  const ids = entries.flatMap(({ value }) => (Array.isArray(value) ? value.flatMap((each) => parseId(each) ?? []) : []))
  // From outside: looked up before they mean anything.
  await sealFiles(world, ids as FileId[], userIdOf(caller))
}
