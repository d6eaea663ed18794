import { performance } from 'node:perf_hooks'

/** The writing connection, as the queue uses it. */
export interface Writer {
  begin(): Promise<void>
  run(sql: string): void
  readonly inTransaction: boolean
  /** Number of statements since the transaction began that may have written. */
  readonly writes: number
  /** Resolves once everything that was committed before the call is on the disk. */
  synced(): Promise<void>
}

interface Work {
  run(): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface FinishedWork {
  readonly work: Work
  readonly result: unknown
}

// A batch waits for its slowest work, and the event loop for the batch: so both are bounded.
const maxBatch = 64
const maxBatchMs = 10

/**
 * Returns a queue in which waiting works share a transaction and thus one sync of the disk. If one fails after it has
 * written, the transaction is rolled back and the works before it run again, then in savepoints, which roll back a
 * failed one alone: for a savepoint SQLite copies every page that changes, a fifth of the time of a work, and most works
 * do not fail. The others resolve once the commit is on the disk; later works run in the meantime. After a failed sync
 * the content of the disk is unknown, and the queue accepts nothing more.
 */
export function createGroupCommit(writer: Writer): {
  add<T>(run: () => Promise<T>): Promise<T>
  idle(): Promise<void>
} {
  const queue: Work[] = []
  const syncing = new Set<Promise<void>>()
  let draining: Promise<void> | undefined
  let broken: unknown
  /** Number of works that run in savepoints: those that run again, and, as failures rarely come alone, some after them. */
  let savepoints = 0

  function add<T>(run: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // `resolve` gets exactly what this `run` returned.
      queue.push({ run, resolve: resolve as (result: unknown) => void, reject })
      draining ??= drain()
    })
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // The requests of one turn of the event loop share a batch, and reads run between two batches.
      await new Promise(setImmediate)
      await commitTogether()
    }
    draining = undefined
  }

  async function commitTogether(): Promise<void> {
    const batch: Work[] = []
    const done: FinishedWork[] = []
    try {
      if (broken !== undefined) throw broken
      await writer.begin()
      const size = Math.min(queue.length, maxBatch)
      const started = performance.now()
      while (batch.length < size && performance.now() - started < maxBatchMs) {
        const work = queue.shift()
        if (work === undefined) break
        batch.push(work)
        const result = await (savepoints > 0 && size > 1 ? inSavepoint(work) : withoutSavepoint(work))
        if (result === mustRunAgain) return runAgain(done)
        if (result !== undone) done.push({ work, result })
      }
      if (done.length === 0) return undo()
      writer.run('commit')
    } catch (error) {
      // The transaction did not begin: the waiting works fail.
      if (batch.length === 0) batch.push(...queue.splice(0, maxBatch))
      for (const work of batch) work.reject(error)
      undo()
      return
    }
    const answered = answerSynced(done)
    syncing.add(answered)
    void answered.then(() => syncing.delete(answered))
  }

  async function answerSynced(done: readonly FinishedWork[]): Promise<void> {
    try {
      await writer.synced()
    } catch (error) {
      broken = new Error('Write to disk failed (fsync). Fix the disk, then restart the server.', { cause: error })
    }
    for (const { work, result } of done) {
      if (broken === undefined) work.resolve(result)
      else work.reject(broken)
    }
  }

  async function withoutSavepoint(work: Work): Promise<unknown> {
    const { writes } = writer
    try {
      return await work.run()
    } catch (error) {
      // SQLite rolled back the whole transaction (such as on a full disk): the earlier works are lost as well.
      if (!writer.inTransaction) throw error
      work.reject(error)
      return writer.writes === writes ? undone : mustRunAgain
    }
  }

  function runAgain(done: readonly FinishedWork[]): void {
    undo()
    queue.unshift(...done.map(({ work }) => work))
    if (done.length > 0) savepoints = maxBatch
  }

  async function inSavepoint(work: Work): Promise<unknown> {
    savepoints--
    writer.run('savepoint work')
    try {
      const result = await work.run()
      writer.run('release work')
      return result
    } catch (error) {
      if (!writer.inTransaction) throw error
      writer.run('rollback to work')
      writer.run('release work')
      work.reject(error)
      return undone
    }
  }

  function undo(): void {
    try {
      if (writer.inTransaction) writer.run('rollback')
    } catch {
      // All works are rejected already, and the next begin tries again.
    }
  }

  const idle = async (): Promise<void> => {
    while (draining) await draining
    await Promise.all(syncing)
  }
  return { add, idle }
}

const undone = Symbol('undone')
const mustRunAgain = Symbol('must run again')
