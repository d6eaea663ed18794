import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ProjectId } from '../../kit/values/ids.ts'

/** Types of links that some of these projects have disabled. */
export async function loadDisabledLinkTypes(
  db: Reader,
  projects: readonly ProjectId[],
): Promise<ReadonlyMap<ProjectId, ReadonlySet<string>>> {
  const query = db.selectFrom('disabled_link_type').select(['project_id', 'short_name'])
  const byProject = Map.groupBy(await query.where(inList('project_id', projects)).execute(), (row) => row.project_id)
  return new Map([...byProject].map(([id, rows]) => [id, new Set(rows.map((row) => row.short_name))]))
}
