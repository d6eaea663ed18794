import type { SystemPermit } from '../values/permit.ts'

/**
 * Permits for work that no policy decides about, because no user requests it. Each has the files that may use it in
 * tools/check-permits.mjs (docs/decisions/0069-permits-of-all-writes.md).
 */
const create = <Action extends string>(action: Action, reason: string): SystemPermit<Action> =>
  ({ action, subject: { kind: 'system', reason } }) as SystemPermit<Action>

/** Sessions, tokens, codes and attempts: the presented secret decides, and the caller is known only afterwards. */
export const credentialPermit = create('use credentials', 'the secret that the client presented')

/** Removes what has expired. */
export const sweepPermit = create('sweep', 'the retention time has passed')

/** First start and the page that sets up the site: no account exists yet. */
export const setupPermit = create('set up', 'the site has no account')

/** Locks, bytes and previews of an upload that was permitted when it began. */
export const storagePermit = create('store bytes', 'the bytes of a permitted upload arrived')

/** Imports and exports that a user requested, from the queue to their end. */
export const archiveJobPermit = create('run archive jobs', 'the user requested it before')

/** Items of inboxes, mails and deliveries of webhooks: the change that they report was permitted. */
export const notificationPermit = create('notify', 'a permitted change is reported')

/** Commits and states of repositories, which the access file permitted, or which Subversion reports. */
export const repositoryPermit = create('keep repositories', 'Subversion accepted the commit')

/** Parents of artifacts: the change of the child was permitted, and the rules of the workflow decide. */
export const triggerPermit = create('run triggers', 'a rule of the workflow')

/** Notes of a node about itself: what it owns, its keys, its previews, its backups. */
export const nodePermit = create('run a node', 'the node keeps itself running')
