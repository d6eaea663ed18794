import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { batchSingleLoads } from '../../database/statements/batch-loads.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
import type { StoredLink } from '../../fields/model/field.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import { childType } from '../model/links.ts'

/** Loads links to these artifacts, ordered by source artifact. */
export async function loadReverseLinks(db: Reader, ids: readonly ArtifactId[]): Promise<Map<ArtifactId, StoredLink[]>> {
  const links = new Map<ArtifactId, StoredLink[]>()
  if (ids.length === 0) return links
  for (const row of await linksByTargets(db, { ids })) {
    const existingLinks = links.get(row.target_id)
    const link = { id: row.artifact_id, type: row.type }
    if (existingLinks === undefined) links.set(row.target_id, [link])
    else existingLinks.push(link)
  }
  return links
}

const linksByTargets = prepareStatement((db: Reader, { inList }: Slots<{ ids: readonly ArtifactId[] }>) =>
  db
    .selectFrom('value_link')
    .select(['artifact_id', 'target_id', 'type'])
    .where(inList('target_id', 'ids'))
    .orderBy('artifact_id')
    .orderBy('position'),
)

/** Variant of loadReverseLinks in which requests for one artifact each share a query. */
export const loadRequestedReverseLinks = batchSingleLoads(loadReverseLinks)

/** Loads the parents of these artifacts, each pair once. */
export async function loadParents(
  db: Reader,
  ids: readonly ArtifactId[],
): Promise<{ readonly parent: ArtifactId; readonly child: ArtifactId }[]> {
  if (ids.length === 0) return []
  const query = db.selectFrom('value_link').select(['artifact_id as parent', 'target_id as child']).distinct()
  return query.where(inList('target_id', ids)).where('type', '=', childType).execute()
}

/** Loads the types of links in these fields (docs/api/trackers.md §4.5). */
export async function loadUsedTypes(db: Reader, fields: readonly FieldId[]): Promise<string[]> {
  if (fields.length === 0) return []
  const query = db.selectFrom('value_link').select('type').distinct().where(inList('field_id', fields))
  // Sorted here, because databases sort texts by language rules.
  return (await query.execute()).map((row) => row.type).sort()
}
