import { open, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Longer than any work under a lock: an older lock was left by a crash. */
const staleAfterMs = 5000

/** Runs short work exclusively among all processes and machines that share the directory. */
export async function withLockFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  await acquire(file)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function acquire(file: string): Promise<void> {
  let holder: string | undefined
  // Measures the age of the lock locally: clocks of machines differ.
  for (let since = performance.now(); !(await createLock(file)); await wait(2 + Math.random() * 8)) {
    const stats = await stat(file, { bigint: true }).catch(() => undefined)
    const visible = stats && `${stats.ino} ${stats.mtimeNs}`
    if (visible !== holder) since = performance.now()
    holder = visible
    if (visible === undefined || performance.now() - since < staleAfterMs) continue
    // One of several waiting processes removes a stale lock.
    const aside = `${file}-left`
    if (
      await rename(file, aside).then(
        () => true,
        () => false,
      )
    )
      await rm(aside, { force: true })
  }
}

/** Returns false if the lock already exists. */
async function createLock(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close()
    return true
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'EEXIST') return false
    throw problem
  }
}
