import type { Caller } from '../kit/caller.ts'
import type { Tx } from '../kit/db/db.ts'
import type { World } from '../kit/world.ts'
import type { AuditEntry } from '../platform/store/audit.ts'
import type { WebhookNoun } from './model/event.ts'
import type { AdministeredOwner, OwnerId } from './model/webhook.ts'

/** What is done to webhooks, for the history of a project. */
export type WebhookAct = 'added' | 'changed' | 'removed' | 'replayed'

export interface WebhookEntry extends Omit<AuditEntry, 'subject' | 'action'> {
  readonly act: WebhookAct
}

/** What the slice of a noun says of those that webhooks belong to. */
export interface WebhookOwners<Noun extends WebhookNoun> {
  readonly noun: Noun
  /** Refuses whoever does not administer it. */
  find(world: Pick<World, 'db' | 'cache'>, caller: Caller, id: OwnerId<Noun>): Promise<unknown>
  /** The same in one transaction, which keeps other changes of the owner waiting. */
  administrate<T>(
    world: Pick<World, 'db' | 'cache'>,
    caller: Caller,
    id: OwnerId<Noun>,
    work: (tx: Tx, owner: AdministeredOwner<Noun>, record: (entry: WebhookEntry) => Promise<void>) => Promise<T>,
  ): Promise<T>
}
