import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { FieldTypeName } from '../../fields/model/field.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Project } from '../../projects/model/project.ts'
import type { World } from '../../world/model/world.ts'
import { isOffered, type LinkTypeWithUsage, type SiteLinkType, sortLinkTypes } from '../model/link-type.ts'
import type { NewTrackersPermit } from '../model/new-trackers-permit.ts'

type MayAdministerSite = Permit<'administer', 'site'>

/** Returns every link type of the site in the order of Tuleap, cached until one changes on any node. */
export const getLinkTypes = (world: Pick<World, 'db' | 'cache'>): Promise<readonly SiteLinkType[]> =>
  world.cache.getOrLoad('trackers', 'link types', () => loadLinkTypes(world.db.read))

/** Returns the types that a project disabled, cached likewise. */
export const getDisabledTypes = (
  world: Pick<World, 'db' | 'cache'>,
  projectId: ProjectId,
): Promise<ReadonlySet<string>> =>
  world.cache.getOrLoad('trackers', `disabled link types ${projectId}`, () =>
    loadDisabledTypes(world.db.read, projectId),
  )

/** The types that links of a project may have, those of other products included. */
export async function getProjectLinkTypes(
  world: Pick<World, 'db' | 'cache'>,
  projectId: ProjectId,
): Promise<SiteLinkType[]> {
  const [types, disabled] = await Promise.all([getLinkTypes(world), getDisabledTypes(world, projectId)])
  return types.filter(({ shortName }) => !disabled.has(shortName))
}

/** docs/api/trackers.md §3.4, `allowed_types`. */
export const loadOfferedTypes = async (
  world: Pick<World, 'db' | 'cache'>,
  projectId: ProjectId,
): Promise<SiteLinkType[]> => (await getProjectLinkTypes(world, projectId)).filter(isOffered)

/** Always reads the database: for work within a transaction, and for what is not cached (`isUsed`). */
export async function loadLinkTypes(db: Reader): Promise<LinkTypeWithUsage[]> {
  const rows = await db.selectFrom('link_type').selectAll().execute()
  return sortLinkTypes(
    rows.map((row) => ({
      shortName: row.short_name,
      forwardLabel: row.forward_label,
      reverseLabel: row.reverse_label,
      isSystem: row.is_system === 1,
      isUsed: row.is_used === 1,
    })),
  )
}

export async function loadDisabledTypes(db: Reader, projectId: ProjectId): Promise<Set<string>> {
  const query = db.selectFrom('disabled_link_type').select('short_name').where('project_id', '=', projectId)
  return new Set((await query.execute()).map((row) => row.short_name))
}

/** Returns and locks one type; other transactions that use, change or delete it wait for the end of this one. */
export async function lockLinkType(tx: Tx, shortName: string): Promise<LinkTypeWithUsage | undefined> {
  const query = tx.selectFrom('link_type').selectAll().where('short_name', '=', shortName)
  const row = await lockRows(tx, query).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    shortName,
    forwardLabel: row.forward_label,
    reverseLabel: row.reverse_label,
    isSystem: row.is_system === 1,
    isUsed: row.is_used === 1,
  }
}

export async function countLinkTypes(db: Reader): Promise<number> {
  const query = db.selectFrom('link_type').select(({ fn }) => fn.countAll<number>().as('n'))
  return Number((await query.executeTakeFirstOrThrow()).n)
}

export async function insertLinkType(tx: Tx, _permit: MayAdministerSite, type: SiteLinkType): Promise<void> {
  await tx
    .insertInto('link_type')
    .values({
      short_name: type.shortName,
      forward_label: type.forwardLabel,
      reverse_label: type.reverseLabel,
      is_system: type.isSystem ? 1 : 0,
      is_used: 0,
    })
    .execute()
}

export async function saveLabels(
  tx: Tx,
  _permit: MayAdministerSite,
  { shortName, forwardLabel, reverseLabel }: SiteLinkType,
): Promise<void> {
  await tx
    .updateTable('link_type')
    .set({ forward_label: forwardLabel, reverse_label: reverseLabel })
    .where('short_name', '=', shortName)
    .execute()
}

/** Removes a type with the lines that switch it off in projects. */
export async function removeLinkType(tx: Tx, _permit: MayAdministerSite, shortName: string): Promise<void> {
  await tx.deleteFrom('disabled_link_type').where('short_name', '=', shortName).execute()
  await tx.deleteFrom('link_type').where('short_name', '=', shortName).execute()
}

/** Whether trackers of a project have a field of one of these types. */
export async function hasFieldOfTypes(
  db: Reader,
  projectId: ProjectId,
  types: readonly FieldTypeName[],
): Promise<boolean> {
  if (types.length === 0) return false
  const row = await db
    .selectFrom('field')
    .innerJoin('tracker', 'tracker.id', 'field.tracker_id')
    .select('field.id')
    .where('tracker.project_id', '=', projectId)
    .where('tracker.deleted_on', 'is', null)
    .where('field.type', 'in', types)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setLinkTypeEnabled(
  tx: Tx,
  { subject: { id } }: Permit<'administer', Project>,
  shortName: string,
  isEnabled: boolean,
): Promise<void> {
  if (isEnabled) {
    const rows = tx.deleteFrom('disabled_link_type').where('project_id', '=', id)
    await rows.where('short_name', '=', shortName).execute()
  } else {
    await tx.insertInto('disabled_link_type').values({ project_id: id, short_name: shortName }).execute()
  }
}

/**
 * Marks types as used, so that they cannot be deleted; returns the names of those that still exist. The row lock
 * decides against a concurrent deletion.
 */
export async function markTypesUsed(tx: Tx, shortNames: readonly string[]): Promise<Set<string>> {
  if (shortNames.length === 0) return new Set()
  const rows = tx.selectFrom('link_type').select('short_name').where(inList('short_name', shortNames))
  const existing = (await lockRows(tx, rows.orderBy('short_name')).execute()).map((row) => row.short_name)
  if (existing.length > 0) {
    await tx.updateTable('link_type').set({ is_used: 1 }).where(inList('short_name', existing)).execute()
  }
  return new Set(existing)
}

/** Adds missing types of an imported archive and marks those of links as used. Returns the names of added types. */
export async function addImportedTypes(
  tx: Tx,
  _permit: NewTrackersPermit | Permit<'import', 'site'>,
  types: readonly Omit<LinkTypeWithUsage, 'isSystem'>[],
): Promise<string[]> {
  if (types.length === 0) return []
  const names = types.map(({ shortName }) => shortName)
  const rows = await tx.selectFrom('link_type').select('short_name').where(inList('short_name', names)).execute()
  const existing = new Set(rows.map((row) => row.short_name))
  for (const { shortName, forwardLabel, reverseLabel, isUsed } of types) {
    if (existing.has(shortName) && !isUsed) continue
    // A type that is deleted meanwhile is added again: links need it.
    await tx
      .insertInto('link_type')
      .values({
        short_name: shortName,
        forward_label: forwardLabel,
        reverse_label: reverseLabel,
        is_system: shortName.startsWith('_') ? 1 : 0,
        is_used: isUsed ? 1 : 0,
      })
      .onConflict((on) =>
        isUsed ? on.column('short_name').doUpdateSet({ is_used: 1 }) : on.column('short_name').doNothing(),
      )
      .execute()
  }
  const added = names.filter((name) => !existing.has(name))
  return added
}

/** Trackers whose progress is computed from links of a type. */
export async function findTrackersWithProgress(db: Reader, shortName: string): Promise<string[]> {
  const progress = db.selectFrom('semantic').innerJoin('tracker', 'tracker.id', 'semantic.tracker_id')
  const rows = await progress
    .select(['tracker.name'])
    .where('semantic.kind', '=', 'progress')
    .where('semantic.definition', '=', sql<string>`${JSON.stringify({ linkType: shortName })}`)
    .orderBy('tracker.id')
    .limit(5)
    .execute()
  return rows.map(({ name }) => name)
}
