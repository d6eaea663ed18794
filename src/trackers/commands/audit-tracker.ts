import type { Tx } from '../../kit/db/db.ts'
import type { AuditEntry } from '../../platform/store/audit.ts'
import { recordOnProject } from '../../projects/store/project-log.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import type { Tracker } from '../model/tracker.ts'

/** Writes down what was done to a tracker, under its project like all that happens in one. */
export async function auditTracker(
  tx: Tx,
  { id, name, projectId }: Tracker,
  entry: Omit<AuditEntry, 'subject' | 'project'>,
): Promise<void> {
  const project = await lookForProject(tx, projectId)
  if (project === undefined) throw new Error(`Tracker ${id} has no project`)
  await recordOnProject(tx, project, { ...entry, detail: { tracker: id, name, ...entry.detail } })
}
