import type { WebhookAction, WebhookOwners } from '../../notifications/commands/webhook-owners.ts'
import { getRepositoryToAdminister } from '../reads/get-repository.ts'
import { administerRepository } from './administer-repository.ts'
import { auditRepository, type RepositoryAuditEntry } from './audit-repository.ts'

const actions = {
  added: 'svn_multi_repository_webhook_create',
  changed: 'svn_multi_repository_webhook_update',
  removed: 'svn_multi_repository_webhook_delete',
  replayed: 'svn_multi_repository_webhook_replay',
} as const satisfies Record<WebhookAction, RepositoryAuditEntry>

/** Webhooks of repositories, managed by repository administrators (decision 0035). */
export const repositoryWebhooks: WebhookOwners<'repository'> = {
  noun: 'repository',
  get: getRepositoryToAdminister,
  administer: (world, caller, id, work) =>
    administerRepository(world, caller, id, (tx, permit, project) =>
      work(tx, { noun: 'repository', permit }, ({ action, ...entry }) =>
        auditRepository(tx, permit.subject, project, { ...entry, action: actions[action] }),
      ),
    ),
}
