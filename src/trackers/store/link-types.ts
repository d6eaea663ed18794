import type { LinkType } from '../../fields/describing.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'

/** Link types a project has not switched off: children first, the product's own next (contract 20 §2.4, `allowed_types`). */
export async function linkTypesOf(db: Reader, projectId: ProjectId): Promise<LinkType[]> {
  const disabled = db.selectFrom('disabled_link_type').select('short_name').where('project_id', '=', projectId)
  const query = db.selectFrom('link_type').selectAll().where('short_name', 'not in', disabled)
  const rows = await query.orderBy('is_system', 'desc').orderBy('short_name').execute()
  const childrenFirst = rows.toSorted(
    (a, b) => Number(b.short_name === '_is_child') - Number(a.short_name === '_is_child'),
  )
  return childrenFirst.map((row) => ({
    shortName: row.short_name,
    forwardLabel: row.forward_label,
    reverseLabel: row.reverse_label,
  }))
}
