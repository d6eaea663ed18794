import type { World } from '../../kit/world.ts'
import { countStoredFiles } from '../../uploads/reads/count-stored-files.ts'
import { type Check, healthy, ill } from './check.ts'

/** Attachments: every row has its bytes, and how many bytes have no row. */
export async function checkFiles(world: Pick<World, 'db' | 'files' | 'clock'>): Promise<Check> {
  const { used, unused, missing } = await countStoredFiles(world)
  if (missing > 0) return ill('attachments', `the bytes of ${missing} are missing from the data folder: restore them`)
  const left = unused === 0 ? '' : `, ${unused} nobody speaks of (the server removes them within a day)`
  return healthy('attachments', `${used} stored${left}`)
}
