import { RevisionCache, type Topic, topics } from '../../kit/caches/revision-cache.ts'
import { settleRevisions } from '../effects/settle-revisions.ts'
import { getWriteObserver } from '../engine/builders.ts'
import type { Tx } from '../tables/transaction.ts'
import { readRevisions } from './revisions.ts'

/** Enough for one unit of work; a cache allocates memory for all its entries when it is created. */
const entriesPerTopic = 200

/**
 * Cache within one running transaction. It checks the counters by itself: before its first use, and whenever the
 * transaction has invalidated something since. Topics that the transaction has not changed are read from the outer cache
 * as well, which learns nothing from this one, because the transaction may still be rolled back.
 */
export class TransactionCache extends RevisionCache {
  readonly #tx: Tx
  readonly #outer: RevisionCache
  /** Of the last check; undefined: not checked yet */
  #invalidations: number | undefined
  #checking: Promise<void> | undefined

  constructor(tx: Tx, outer: RevisionCache) {
    const read = async () => {
      // What this transaction has written is no longer read from the outer cache.
      await settleRevisions(tx)
      return readRevisions(tx)
    }
    super(read, entriesPerTopic, outer)
    this.#tx = tx
    this.#outer = outer
  }

  override async getOrLoad<T extends object>(topic: Topic, key: string, load: () => Promise<T>): Promise<T> {
    await this.#check()
    return super.getOrLoad(topic, key, load)
  }

  override async getOrLoadEach<K, T extends object>(
    topic: Topic,
    ids: readonly K[],
    keyOf: (id: K) => string,
    load: (missing: readonly K[]) => Promise<ReadonlyMap<K, T>>,
  ): Promise<Map<K, T>> {
    await this.#check()
    return super.getOrLoadEach(topic, ids, keyOf, load)
  }

  override get<T extends object>(topic: Topic, key: string): T | undefined {
    return this.#isChecked() ? super.get(topic, key) : undefined
  }

  /** Until the first check, the counters of the outer cache, which the request or the job has checked. */
  override revisionOf(topic: Topic): number {
    return this.#wasChecked() ? super.revisionOf(topic) : this.#outer.revisionOf(topic)
  }

  override get epoch(): string {
    return this.#wasChecked() ? super.epoch : this.#outer.epoch
  }

  override get embeddedEpoch(): string | undefined {
    return this.#wasChecked() ? super.embeddedEpoch : this.#outer.embeddedEpoch
  }

  override get revisionKey(): string {
    return this.#wasChecked() ? super.revisionKey : this.#outer.revisionKey
  }

  #wasChecked(): boolean {
    return this.#invalidations !== undefined
  }

  #isChecked(): boolean {
    return this.#invalidations === countInvalidations(this.#tx)
  }

  async #check(): Promise<void> {
    if (this.#isChecked()) return
    this.#checking ??= this.#read().finally(() => {
      this.#checking = undefined
    })
    await this.#checking
  }

  async #read(): Promise<void> {
    const invalidations = countInvalidations(this.#tx)
    // After a rollback to a savepoint, counters have values again that they had with other data.
    this.forget(topics)
    await this.refresh()
    this.#invalidations = invalidations
  }
}

const countInvalidations = (tx: Tx): number => getWriteObserver(tx)?.countInvalidations() ?? 0
