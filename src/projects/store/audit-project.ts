import type { Tx } from '../../database/db/db.ts'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import type { Project } from '../model/project.ts'

/** Adds an entry to the audit log of a project, which its administrators can read. */
export const auditProject = (
  tx: Tx,
  { id, shortName }: Pick<Project, 'id' | 'shortName'>,
  entry: Omit<AuditEntry, 'subject' | 'project'>,
): Promise<void> => tx.audit({ ...entry, project: id, subject: shortName })
