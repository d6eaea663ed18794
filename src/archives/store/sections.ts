import type { Tx } from '../../kit/db/db.ts'
import type { ProjectId } from '../../kit/ids.ts'
import type { KeptSection } from '../plan.ts'

/** Keeps parts of an archive for whoever takes them up. */
export async function addSections(tx: Tx, projectId: ProjectId, sections: readonly KeptSection[]): Promise<void> {
  if (sections.length === 0) return
  const rows = sections.map(({ name, content }) => ({ project_id: projectId, name, content }))
  await tx.insertInto('archive_section').values(rows).execute()
}

/** Types of link a project does not offer. */
export async function disableLinkTypes(tx: Tx, projectId: ProjectId, shortNames: readonly string[]): Promise<void> {
  if (shortNames.length === 0) return
  const rows = [...new Set(shortNames)].map((short_name) => ({ project_id: projectId, short_name }))
  await tx.insertInto('disabled_link_type').values(rows).execute()
}
