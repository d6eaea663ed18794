import type { WebhookAction, WebhookOwners } from '../notifications/webhook-owners.ts'
import { administrateRepository } from './commands/administrate-repository.ts'
import { type RepositoryAct, recordOnRepository } from './commands/record-on-repository.ts'
import { findRepositoryToAdministrate } from './reads/find-repository.ts'

const actions = {
  added: 'svn_multi_repository_webhook_create',
  changed: 'svn_multi_repository_webhook_update',
  removed: 'svn_multi_repository_webhook_delete',
  replayed: 'svn_multi_repository_webhook_replay',
} as const satisfies Record<WebhookAction, RepositoryAct>

/** Webhooks of repositories are their administrators' (decision 0035). */
export const repositoryWebhooks: WebhookOwners<'repository'> = {
  noun: 'repository',
  get: findRepositoryToAdministrate,
  administrate: (world, caller, id, work) =>
    administrateRepository(world, caller, id, (tx, permit, project) =>
      work(tx, { noun: 'repository', permit }, ({ action, ...entry }) =>
        recordOnRepository(tx, permit.subject, project, { ...entry, action: actions[action] }),
      ),
    ),
}
