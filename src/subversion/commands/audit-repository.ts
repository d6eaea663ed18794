import type { Tx } from '../../database/db/db.ts'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import type { Project } from '../../projects/model/project.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import type { Repository } from '../model/repository.ts'

/** docs/api/subversion.md §1.10. */
export type RepositoryAuditEntry =
  | 'svn_multi_repository_creation'
  | 'svn_multi_repository_creation_with_full_settings'
  | 'svn_multi_repository_hook_update'
  | 'svn_multi_repository_immutable_tags_update'
  | 'svn_multi_repository_access_file_update'
  | 'svn_multi_repository_access_file_use_version'
  | 'svn_multi_repository_notification_create'
  | 'svn_multi_repository_notification_update'
  | 'svn_multi_repository_notification_delete'
  | 'svn_multi_repository_mail_settings_update'
  | 'svn_multi_repository_webhook_create'
  | 'svn_multi_repository_webhook_update'
  | 'svn_multi_repository_webhook_delete'
  | 'svn_multi_repository_webhook_replay'
  | 'svn_multi_repository_deletion'
  | 'svn_multi_repository_restoration'
  | 'svn_multi_repository_purge'
  | 'svn_multi_repository_access_file_refused'

/** Records a change of a repository in the audit log of its project. */
export async function auditRepository(
  tx: Tx,
  { id, name }: Pick<Repository, 'id' | 'name'>,
  project: Pick<Project, 'id' | 'shortName'>,
  entry: Omit<AuditEntry, 'subject' | 'project' | 'action'> & { readonly action: RepositoryAuditEntry },
): Promise<void> {
  await auditProject(tx, project, { ...entry, detail: { repository: id, name, ...entry.detail } })
}
