import { type FileHandle, open } from 'node:fs/promises'

/** The log beside a database of SQLite, as far as it has to come to the disk. */
export interface SqliteWal {
  /** Resolves once everything written to the log before the call is on the disk; rejects for good after one failure. */
  synced(): Promise<void>
  close(): Promise<void>
}

/**
 * Syncs the log on a thread of Node's, so that requests do not wait for the disk that have nothing to do with it: an
 * honest one takes milliseconds. Who asks while a sync runs shares the next one, since theirs may be too late for that.
 */
export function openWal(file: string): SqliteWal {
  let handle: Promise<FileHandle> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function sync(): Promise<void> {
    // Not before: the first transaction makes it. From then on it stays the same file as long as a connection is open.
    handle ??= open(`${file}-wal`, 'r+')
    await (await handle).datasync()
  }

  function begin(): Promise<void> {
    next = undefined
    const begun = sync()
    running = begun
    // After a failure the system takes the pages for written; a later sync that succeeds says nothing of them.
    void begun.then(
      () => {
        if (running === begun) running = undefined
      },
      () => {},
    )
    return begun
  }

  return {
    synced() {
      if (running === undefined) return begin()
      next ??= running.then(begin)
      return next
    },
    async close() {
      await next?.catch(() => {})
      await running?.catch(() => {})
      await (await handle?.catch(() => undefined))?.close()
    },
  }
}
