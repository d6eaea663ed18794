import { type FileHandle, open } from 'node:fs/promises'

/** The write-ahead log of a SQLite database, as far as it must be synced. */
export interface SqliteWal {
  /**
   * Resolves once everything written to the log before the call is on the disk; rejects permanently after one failure.
   */
  synced(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the log to sync it on a thread of Node.js: a sync takes milliseconds, and requests that do not write must not
 * wait for it. Calls during a sync share the next one, since their data may be too late for the current one.
 */
export function openWal(file: string): SqliteWal {
  let handle: Promise<FileHandle> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function sync(): Promise<void> {
    // The first transaction creates the file. From then on it stays the same file as long as a connection is open.
    handle ??= open(`${file}-wal`, 'r+')
    await (await handle).datasync()
  }

  function begin(): Promise<void> {
    next = undefined
    const begun = sync()
    running = begun
    // After a failure the system treats the pages as written; a later successful sync proves nothing about them.
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
