import type { Kysely, Transaction } from 'kysely'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { JobKind, JobPayloads } from './job-payloads.ts'
import type { Tables } from './tables.ts'

/** Read access. A transaction can be used as well. */
export type Reader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'case' | 'dynamic' | 'getExecutor'
>

declare const inWrite: unique symbol

/** A transaction; only `write` creates one. */
export type Tx = Transaction<Tables> & UnitOfWork & { readonly [inWrite]: true }

/** What a transaction writes besides its statements. */
export interface UnitOfWork {
  /**
   * Enqueues a job that any node runs once the transaction is committed, now or at a given time. With tracing, it
   * continues the trace of its cause.
   */
  enqueue<Kind extends JobKind>(kind: Kind, payload: JobPayloads[Kind], runAt?: EpochSeconds): Promise<JobId>
  /** Enqueues a job of a kind for each payload. */
  enqueueEach<Kind extends JobKind>(
    kind: Kind,
    payloads: readonly JobPayloads[Kind][],
    runAt?: EpochSeconds,
  ): Promise<void>
  /** Adds an entry to the audit log. */
  audit(entry: AuditEntry): Promise<void>
}
