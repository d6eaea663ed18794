import type { Kysely, Transaction } from 'kysely'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { AffectedArtifacts } from './affected-artifacts.ts'
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

/** What a transaction locks and writes besides its statements. */
export interface UnitOfWork {
  /**
   * Serializes changes of several artifacts within each project: each locks its artifact, the ends of its links, and
   * parents, in an order that is not known in advance. Two concurrent changes would deadlock, which PostgreSQL only
   * detects after a second. Changes of a single artifact run concurrently. Must be called before the first lock of a row
   * (decision 0015).
   */
  lockArtifacts(affected: AffectedArtifacts): Promise<void>
  /**
   * Variant that does not wait: later statements run once the locks are acquired. The returned function must be awaited
   * before anything is written.
   */
  sendArtifactLock(affected: AffectedArtifacts): Promise<() => Promise<void>>
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
