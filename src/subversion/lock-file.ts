import { open, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Longer than anything that is done under a lock: whoever holds one for so long is gone. */
const patienceMs = 5000

/** Does some short work while nobody else does, of all processes and machines that share the folder. */
export async function withLockFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  await take(file)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<void> {
  let holder: string | undefined
  // How long the same lock is there is counted here: clocks of machines differ.
  for (let since = performance.now(); !(await isMade(file)); await wait(2 + Math.random() * 8)) {
    const found = await stat(file, { bigint: true }).catch(() => undefined)
    const seen = found && `${found.ino} ${found.mtimeNs}`
    if (seen !== holder) since = performance.now()
    holder = seen
    if (seen === undefined || performance.now() - since < patienceMs) continue
    // Of several that find it left behind, one gets it out of the way.
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

/** Whether it was made now; otherwise it was there. */
async function isMade(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close()
    return true
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'EEXIST') return false
    throw problem
  }
}
