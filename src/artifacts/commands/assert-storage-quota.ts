import type { Tx } from '../../database/db/db.ts'
import type { FileId, ProjectId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import { assertProjectQuota } from '../../uploads/commands/assert-quotas.ts'
import { loadUnattachedBytes } from '../../uploads/store/usage.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'

/**
 * Files that were uploaded without a field (docs/api/attachments.md §6.4) count towards the project's storage from here
 * on; all others were counted before.
 */
export async function assertStorageQuota(
  tx: Tx,
  world: Pick<UnitWorld, 'db' | 'cache'>,
  projectId: ProjectId,
  files: readonly FileId[],
): Promise<void> {
  if (files.length === 0) return
  const settings = await getSettings(world)
  if (settings.project_storage_bytes === null) return
  const bytes = await loadUnattachedBytes(tx, files)
  if (bytes > 0) await assertProjectQuota(tx, settings, projectId, bytes)
}
