import type { Reader } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import { loadDisabledTypes, loadLinkTypes } from '../../trackers/store/link-types.ts'
import type { KeptSection } from '../plan.ts'

/** What an export says of a project beside what every request asks for. */
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
 * Parts of the archive a project came from that nobody here took up. Earlier versions kept the one of repositories, whose
 * dumps are not there any more.
 */
export const loadSections = (db: Reader, projectId: ProjectId): Promise<KeptSection[]> =>
  db
    .selectFrom('archive_section')
    .select(['name', 'content'])
    .where('project_id', '=', projectId)
    .where('name', '<>', 'svn')
    .orderBy('name')
    .execute()
