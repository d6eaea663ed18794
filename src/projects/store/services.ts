import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ProjectId, ServiceId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { NewService, Service } from '../model/services.ts'

const toService = (row: Selectable<Tables['service']>): Service => ({
  id: row.id,
  projectId: row.project_id,
  shortName: row.short_name,
  label: row.label,
  description: row.description,
  url: row.url,
  icon: row.icon,
  isEnabled: row.is_enabled === 1,
  isAllowed: row.is_allowed === 1,
  isCustom: row.is_custom === 1,
  opensNewTab: row.opens_new_tab === 1,
  rank: row.rank,
})

/** Returns the services of a project in display order. */
export async function loadServices(db: Reader, projectId: ProjectId): Promise<Service[]> {
  const query = db.selectFrom('service').selectAll().where('project_id', '=', projectId)
  return (await query.orderBy('rank').orderBy('id').execute()).map(toService)
}

export async function findService(db: Reader, id: ServiceId): Promise<Service | undefined> {
  const row = await db.selectFrom('service').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toService(row)
}

/** Adds services to a new project, numbered in the given order. */
export async function addServices(
  tx: Tx,
  _permit: Permit<'create', 'project'>,
  projectId: ProjectId,
  services: readonly NewService[],
): Promise<void> {
  if (services.length === 0) return
  const ids = await allocateIds(tx, 'service', services.length)
  const rows = services.map((each, index) => ({
    // allocateIds returns as many ids as requested.
    id: ids[index] as ServiceId,
    project_id: projectId,
    short_name: each.shortName,
    label: each.label,
    description: each.description,
    url: each.url,
    icon: each.icon,
    is_enabled: flag(each.isEnabled),
    is_allowed: flag(each.isAllowed),
    is_custom: flag(each.isCustom),
    opens_new_tab: flag(each.opensNewTab),
    rank: each.rank,
  }))
  await tx.insertInto('service').values(rows).execute()
}

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)

/** Saves whether a service is enabled (docs/api/projects.md §7). */
export async function saveService(tx: Tx, { subject }: Permit<'switch', Service>, isEnabled: boolean): Promise<void> {
  await tx
    .updateTable('service')
    .set({ is_enabled: flag(isEnabled) })
    .where('id', '=', subject.id)
    .execute()
}
