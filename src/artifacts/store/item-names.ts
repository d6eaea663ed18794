import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId, ProjectId } from '../../kit/values/ids.ts'

/** What a reference to an artifact must name. */
export interface ReferenceTarget {
  readonly itemName: string
  readonly projectId: ProjectId
  /** in lower case */
  readonly projectName: string
}

/** Loads the item names (`bug`) and projects of existing artifacts. */
export async function loadReferenceTargets(
  db: Reader,
  ids: readonly ArtifactId[],
): Promise<Map<ArtifactId, ReferenceTarget>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('artifact')
    .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
    .innerJoin('project', 'project.id', 'tracker.project_id')
    .select(['artifact.id', 'tracker.item_name', 'tracker.project_id', 'project.short_name_key'])
    .where(inList('artifact.id', ids))
    .execute()
  const toTarget = (row: (typeof rows)[number]): ReferenceTarget => ({
    itemName: row.item_name,
    projectId: row.project_id,
    projectName: row.short_name_key,
  })
  return new Map(rows.map((row) => [row.id, toTarget(row)]))
}

export async function loadAllItemNames(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('tracker').select('item_name').distinct().where('deleted_on', 'is', null).execute()
  return rows.map((row) => row.item_name)
}

/** Loads the item names of the trackers of some projects, in lower case. */
export async function loadItemNamesOfProjects(
  db: Reader,
  ids: readonly ProjectId[],
): Promise<Map<ProjectId, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map()
  const trackers = db.selectFrom('tracker').select(['project_id', 'item_name']).where('deleted_on', 'is', null)
  const rows = await trackers.where(inList('project_id', ids)).execute()
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  return new Map([...byProject].map(([id, some]) => [id, new Set(some.map((row) => row.item_name.toLowerCase()))]))
}
