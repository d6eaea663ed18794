import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ArtifactId, FieldId, TrackerId } from '../../kit/values/ids.ts'
import { childType } from '../model/links.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Links of type `_is_child` of some artifacts in some fields. */
interface ParentLinks {
  readonly parents: readonly ArtifactId[]
  readonly fields: readonly FieldId[]
}

export interface ChildCount {
  readonly total: number
  readonly open: number
}

/** Loads the trackers of the children. */
export async function loadChildTrackerIds(db: Reader, links: ParentLinks): Promise<TrackerId[]> {
  const rows = await selectChildren(db, links).select('artifact.tracker_id').distinct().execute()
  return rows.map((row) => row.tracker_id)
}

/** Counts the children that match a condition by parent, all and open ones. Parents without any have no entry. */
export async function countChildrenByParent(
  db: Reader,
  links: ParentLinks,
  where: ArtifactCondition,
  isOpen: ArtifactCondition,
): Promise<Map<ArtifactId, ChildCount>> {
  const rows = await selectChildren(db, links)
    .where(onArtifacts(where))
    .select((children) => [
      'value_link.artifact_id as parent',
      // A tracker from an archive may have a second link field, with a link to the same child.
      children.fn.count<number>('artifact.id').distinct().as('total'),
      sql<number>`count(distinct case when ${onArtifacts(isOpen)(children)} then artifact.id end)`.as('open'),
    ])
    .groupBy('value_link.artifact_id')
    .execute()
  return new Map(rows.map(({ parent, total, open }) => [parent, { total: Number(total), open: Number(open) }]))
}

const selectChildren = (db: Reader, { parents, fields }: ParentLinks) =>
  db
    .selectFrom('value_link')
    .innerJoin('artifact', 'artifact.id', 'value_link.target_id')
    .where(inList('value_link.artifact_id', parents))
    .where(inList('value_link.field_id', fields))
    .where('value_link.type', '=', childType)

/** The condition names its columns with their table, so it holds in this query too. */
const onArtifacts =
  (condition: ArtifactCondition) => (children: ExpressionBuilder<Tables, 'value_link' | 'artifact'>) =>
    condition(children as unknown as ExpressionBuilder<Tables, 'artifact'>)
