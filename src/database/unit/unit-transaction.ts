import { Transaction } from 'kysely'
import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { propsOn, type WriteObserver } from '../engine/builders.ts'
import type { Connection, Dialect } from '../engine/engine.ts'
import type { Tables } from '../tables/tables.ts'
import type { Tx, UnitOfWork } from '../tables/transaction.ts'

/** What the members of a transaction do. */
export interface UnitEffects {
  addJobs(
    tx: Tx,
    kind: string,
    payloads: readonly unknown[],
    runAt: EpochSeconds | undefined,
  ): Promise<readonly JobId[]>
  audit(tx: Tx, entry: AuditEntry): Promise<void>
}

class UnitTransaction extends Transaction<Tables> implements UnitOfWork {
  readonly effects: UnitEffects

  constructor(dialect: Dialect, connection: Connection, writes: WriteObserver | undefined, effects: UnitEffects) {
    super(propsOn(dialect, connection, writes))
    this.effects = effects
  }

  async enqueue(kind: string, payload: unknown, runAt?: EpochSeconds): Promise<JobId> {
    const [id] = await this.effects.addJobs(toTx(this), kind, [payload], runAt)
    // One job, one id.
    return id as JobId
  }

  async enqueueEach(kind: string, payloads: readonly unknown[], runAt?: EpochSeconds): Promise<void> {
    await this.effects.addJobs(toTx(this), kind, payloads, runAt)
  }

  async audit(entry: AuditEntry): Promise<void> {
    await this.effects.audit(toTx(this), entry)
  }
}

/** The brand of `Tx` exists only in types. */
const toTx = (transaction: UnitTransaction): Tx => transaction as unknown as Tx

/** Returns a builder on a connection that is inside a transaction. */
export const createUnitTransaction = (
  dialect: Dialect,
  connection: Connection,
  writes: WriteObserver | undefined,
  effects: UnitEffects,
): Tx => toTx(new UnitTransaction(dialect, connection, writes, effects))

/** Variant on another connection of the same transaction. */
export const createUnitTransactionOn = (tx: Tx, connection: Connection, writes: WriteObserver | undefined): Tx =>
  // Every Tx is one.
  createUnitTransaction('postgres', connection, writes, (tx as unknown as UnitTransaction).effects)
