import type { Migration } from '../migrate.ts'
import { foundation } from './0001-foundation.ts'
import { changes } from './0002-changes.ts'
import { idempotency } from './0003-idempotency.ts'
import { webhooks } from './0004-webhooks.ts'
import { exports } from './0005-exports.ts'

/** Every migration, in the order in which they run. One that has shipped is never changed. */
export const migrations: readonly Migration[] = [foundation, changes, idempotency, webhooks, exports]
