import type { Reader } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { loadDisabledTypes, loadLinkTypes } from '../../trackers/store/link-types.ts'
import type { ArchivedSection } from '../plan/import-plan.ts'

/** Project data for exports that requests do not need. */
export async function loadProjectParts(db: Reader, projectId: ProjectId) {
  const row = await db
    .selectFrom('project')
    .select('long_description')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const linkTypes = await loadLinkTypes(db)
  const disabled = await loadDisabledTypes(db, projectId)
  return {
    longDescription: row.long_description,
    linkTypes: linkTypes.map((type) => ({ ...type, isEnabled: !disabled.has(type.shortName) })),
  }
}

/**
 * Stored sections of the archive a project came from. Earlier versions stored the section of repositories, whose dumps
 * no longer exist.
 */
export const loadSections = (db: Reader, projectId: ProjectId): Promise<ArchivedSection[]> =>
  db
    .selectFrom('archive_section')
    .select(['name', 'content'])
    .where('project_id', '=', projectId)
    .where('name', '<>', 'svn')
    .orderBy('name')
    .execute()
