import type { Tx } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { ArchivedSection } from '../plan/import-plan.ts'

/** Stores sections of an archive for a later export. */
export async function addSections(tx: Tx, projectId: ProjectId, sections: readonly ArchivedSection[]): Promise<void> {
  if (sections.length === 0) return
  const rows = sections.map(({ name, content }) => ({ project_id: projectId, name, content }))
  await tx.insertInto('archive_section').values(rows).execute()
}

/** Disables link types in a project. */
export async function disableLinkTypes(tx: Tx, projectId: ProjectId, shortNames: readonly string[]): Promise<void> {
  if (shortNames.length === 0) return
  const rows = [...new Set(shortNames)].map((short_name) => ({ project_id: projectId, short_name }))
  await tx.insertInto('disabled_link_type').values(rows).execute()
}
