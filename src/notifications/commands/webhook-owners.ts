import type { Tx } from '../../database/db/db.ts'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { WebhookNoun } from '../model/event.ts'
import type { AdministeredOwner, OwnerId } from '../model/webhook.ts'

/** Changes of webhooks that are recorded in the audit log. */
export type WebhookAction = 'added' | 'changed' | 'removed' | 'replayed'

interface WebhookAuditEntry extends Omit<AuditEntry, 'subject' | 'action'> {
  readonly action: WebhookAction
}

/** Access to the owner objects of one noun, provided by its slice. */
export interface WebhookOwners<Noun extends WebhookNoun> {
  readonly noun: Noun
  /** Throws unless the caller administers the owner object. */
  get(world: Pick<CommandWorld, 'db' | 'cache'>, caller: Caller, id: OwnerId<Noun>): Promise<unknown>
  /** Runs work in one transaction that locks the owner object. */
  administer<T>(
    world: Pick<CommandWorld, 'db' | 'cache'>,
    caller: Caller,
    id: OwnerId<Noun>,
    work: (tx: Tx, owner: AdministeredOwner<Noun>, record: (entry: WebhookAuditEntry) => Promise<void>) => Promise<T>,
  ): Promise<T>
}
