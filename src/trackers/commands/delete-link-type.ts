import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { findTrackersWithProgress, lockLinkType, removeLinkType } from '../store/link-types.ts'
import { loadRenderersWithLinkTypes, saveReports } from '../store/reports.ts'
import { requireCustomType } from './change-link-type.ts'

/** docs/api/link-types.md §2: only a type that no link has or had; its columns in reports are removed. */
export async function deleteLinkType(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  shortName: string,
): Promise<void> {
  const permit = mayAdministerSite(caller)
  await world.db.write(async (tx) => {
    const type = requireCustomType(shortName, await lockLinkType(tx, shortName))
    if (type.isUsed) throw new Refusal('invalid', "type can't be deleted because it is or has been already used.")
    const trackers = await findTrackersWithProgress(tx, shortName)
    if (trackers.length > 0)
      throw new Refusal(
        'invalid',
        message`type can't be deleted because progress is computed from it in: ${trackers.join(', ')}.`,
      )
    const renderers = await loadRenderersWithLinkTypes(tx)
    const changed = renderers.flatMap((renderer) => {
      const columns = renderer.table?.columns.filter(({ linkType }) => linkType !== shortName)
      if (renderer.table === undefined || columns?.length === renderer.table.columns.length) return []
      return [{ ...renderer, table: { ...renderer.table, columns: columns ?? [] } }]
    })
    await saveReports(tx, permit, [], changed)
    await removeLinkType(tx, permit, shortName)
    const entry = { at: world.clock.now(), by: caller, action: 'link type deleted', subject: 'site' }
    await tx.audit({ ...entry, detail: { shortName } })
  })
}
