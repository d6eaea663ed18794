import type { Tx } from '../../database/db/db.ts'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject } from '../../projects/store/projects.ts'
import type { Tracker } from '../model/tracker.ts'

/** Writes down what was done to a tracker, under its project like all that happens in one. */
export async function auditTracker(
  tx: Tx,
  { id, name, projectId }: Tracker,
  entry: Omit<AuditEntry, 'subject' | 'project'>,
): Promise<void> {
  const project = await findProject(tx, projectId)
  if (project === undefined) throw new Error(`Tracker ${id} has no project`)
  await auditProject(tx, project, { ...entry, detail: { tracker: id, name, ...entry.detail } })
}
