import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ProjectId } from '../../kit/ids.ts'

/** Types of links, and those that some of these projects have switched off. */
export async function linkTypesAcross(
  db: Reader,
  projects: readonly ProjectId[],
): Promise<{ readonly types: readonly string[]; readonly switchedOff: ReadonlyMap<ProjectId, ReadonlySet<string>> }> {
  const [types, disabled] = await Promise.all([
    db.selectFrom('link_type').select('short_name').orderBy('is_system', 'desc').orderBy('short_name').execute(),
    db
      .selectFrom('disabled_link_type')
      .select(['project_id', 'short_name'])
      .where(inList('project_id', projects))
      .execute(),
  ])
  const byProject = Map.groupBy(disabled, (row) => row.project_id)
  return {
    types: types.map((row) => row.short_name),
    switchedOff: new Map([...byProject].map(([id, rows]) => [id, new Set(rows.map((row) => row.short_name))])),
  }
}
