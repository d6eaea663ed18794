import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { ArtifactId, ProjectId } from '../../kit/values/ids.ts'
import { markTypesUsed } from '../../trackers/store/link-types.ts'
import type { ArtifactPermit } from '../model/artifact-permit.ts'
import { childType } from '../model/links.ts'

/**
 * Locks artifacts that will be linked or mentioned and returns those that exist: until the end of the transaction none
 * of them is deleted, but they can be changed. A deletion locks the row first (lockArtifactToRemove) and then searches
 * links to it: it either waits and finds this link, or was first and the artifact is not found here.
 */
export async function lockAgainstDeletion(tx: Tx, ids: readonly ArtifactId[]): Promise<ArtifactId[]> {
  if (ids.length === 0) return []
  const query = tx.selectFrom('artifact').select('id').where(inList('id', ids)).orderBy('id')
  return (await lockRows(tx, query, 'keep').execute()).map(({ id }) => id)
}

export type LinkTypeState = 'usable' | 'disabled' | 'reserved'

/**
 * Loads the states of link types in a project, by name; of the system types only `_is_child` is available to users. A
 * usable type cannot be deleted from then on.
 */
export async function loadLinkTypeStates(
  tx: Tx,
  _permit: ArtifactPermit,
  projectId: ProjectId,
  shortNames: readonly string[],
): Promise<Map<string, LinkTypeState>> {
  if (shortNames.length === 0) return new Map()
  const disabled = tx
    .selectFrom('disabled_link_type')
    .select('short_name')
    .where('project_id', '=', projectId)
    .where(inList('short_name', shortNames))
  const types = tx
    .selectFrom('link_type')
    .select(['short_name', 'is_system', 'is_used'])
    .where(inList('short_name', shortNames))
  const [off, rows] = await Promise.all([disabled.execute(), types.execute()])
  const isOff = new Set(off.map((row) => row.short_name))
  const states = new Map(
    rows.map((row): [string, LinkTypeState] => {
      const isReserved = row.is_system === 1 && row.short_name !== childType
      return [row.short_name, isReserved ? 'reserved' : isOff.has(row.short_name) ? 'disabled' : 'usable']
    }),
  )
  // Written only once for each type.
  const unused = rows.flatMap((row) => (row.is_used === 0 ? [row.short_name] : []))
  const usable = unused.filter((name) => states.get(name) === 'usable')
  const keptNames = await markTypesUsed(tx, usable)
  for (const name of usable) if (!keptNames.has(name)) states.delete(name)
  return states
}

/** Returns the disabled link types of these projects, as `<project> <short name>`. */
export async function loadDisabledLinkTypes(db: Reader, projects: readonly ProjectId[]): Promise<Set<string>> {
  if (projects.length === 0) return new Set()
  const query = db.selectFrom('disabled_link_type').selectAll()
  const rows = await query.where(inList('project_id', [...new Set(projects)])).execute()
  return new Set(rows.map((row) => `${row.project_id} ${row.short_name}`))
}
