import type { Tx } from '../../database/db/db.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { NewTrackersPermit } from '../../trackers/model/new-trackers-permit.ts'
import { addImportedTypes } from '../../trackers/store/link-types.ts'
import type { TulipwoodDocument } from '../parse/tulipwood-xml.ts'
import type { ArchivedLinkType } from '../plan/link-types.ts'

interface ArchivedLinkTypes {
  readonly linkTypes: readonly ArchivedLinkType[]
  readonly tulipwood: Pick<TulipwoodDocument, 'linkTypes'> | null
}

/**
 * docs/api/link-types.md §4: creates the link types of an archive. Last in the transaction because it locks the table.
 */
export async function writeLinkTypes(
  tx: Tx,
  permit: NewTrackersPermit | Permit<'import', 'site'>,
  { linkTypes, tulipwood }: ArchivedLinkTypes,
  { by, at }: { readonly by: Caller; readonly at: EpochSeconds },
): Promise<void> {
  const newTypes = linkTypes
    .map(({ shortName, isUsed }) => {
      const labels = tulipwood?.linkTypes.get(shortName)
      const { forwardLabel = shortName, reverseLabel = shortName } = labels ?? {}
      return { shortName, isUsed, forwardLabel, reverseLabel }
    })
    // Imports at the same moment lock the types in one order.
    .sort((a, b) => (a.shortName < b.shortName ? -1 : 1))
  for (const shortName of await addImportedTypes(tx, permit, newTypes)) {
    await tx.audit({
      at,
      by,
      action: 'link type added',
      subject: 'site',
      detail: { shortName, isImported: true },
    })
  }
}
