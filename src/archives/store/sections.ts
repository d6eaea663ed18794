import type { Tx } from '../../database/db/db.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { ArchivedSection } from '../plan/import-plan.ts'

/** Stores sections of an archive for a later export. */
export async function addSections(
  tx: Tx,
  { subject: project }: Permit<'complete', { readonly id: ProjectId }>,
  sections: readonly ArchivedSection[],
): Promise<void> {
  if (sections.length === 0) return
  const rows = sections.map(({ name, content }) => ({ project_id: project.id, name, content }))
  await tx.insertInto('archive_section').values(rows).execute()
}

/** Disables link types in a project. */
export async function disableLinkTypes(
  tx: Tx,
  { subject: project }: Permit<'complete', { readonly id: ProjectId }>,
  shortNames: readonly string[],
): Promise<void> {
  if (shortNames.length === 0) return
  const rows = [...new Set(shortNames)].map((short_name) => ({ project_id: project.id, short_name }))
  await tx.insertInto('disabled_link_type').values(rows).execute()
}
