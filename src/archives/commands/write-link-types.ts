import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { record } from '../../platform/store/audit.ts'
import { addImportedTypes } from '../../trackers/store/link-types.ts'
import type { ArchivedLinkType } from '../link-types.ts'
import type { Ours } from '../reading/ours.ts'

interface LinkTypesToWrite {
  readonly linkTypes: readonly ArchivedLinkType[]
  readonly ours: Pick<Ours, 'linkTypes'> | null
}

/**
 * docs/api/link-types.md §4: the types that an archive names exist from now on. Last in the transaction: others wait
 * for it.
 */
export async function writeLinkTypes(
  tx: Tx,
  { linkTypes, ours }: LinkTypesToWrite,
  { by, at }: { readonly by: Caller; readonly at: EpochSeconds },
): Promise<void> {
  const named = linkTypes
    .map(({ shortName, isUsed }) => {
      const labels = ours?.linkTypes.get(shortName)
      const { forwardLabel = shortName, reverseLabel = shortName } = labels ?? {}
      return { shortName, isUsed, forwardLabel, reverseLabel }
    })
    // Imports at the same moment lock the types in one order.
    .sort((a, b) => (a.shortName < b.shortName ? -1 : 1))
  for (const shortName of await addImportedTypes(tx, named)) {
    await record(tx, {
      at,
      by,
      action: 'link type added',
      subject: 'platform',
      detail: { shortName, isImported: true },
    })
  }
}
