import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import { renderSources } from '../../fields/input/shown-texts.ts'
import { parseId } from '../../fields/parse/parse-id.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { finishFiles } from '../../uploads/commands/finish-files.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'

/**
 * Does what takes long, before the transaction of the change: completes uploads whose bytes have all arrived
 * (docs/decisions/0019-stage-uploads-before-object-storage.md), and renders the Markdown that is sent with its HTML.
 * The database rows decide which of the ids are files of the caller.
 */
export async function prepareEntries(
  world: Pick<CommandWorld, 'db' | 'files' | 'staging' | 'clock' | 'log'>,
  caller: Caller,
  entries: readonly FieldValueInput[],
): Promise<void> {
  const ids = entries.flatMap(({ value }) => (Array.isArray(value) ? value.flatMap((each) => parseId(each) ?? []) : []))
  // Untrusted ids; validated by the lookup that follows.
  await Promise.all([finishFiles(world, ids as FileId[], getUserId(caller)), renderSources(entries)])
}
