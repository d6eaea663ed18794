import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const memoryDirectory = '/dev/shm'
const minFreeBytes = 4 * 1024 ** 3

/**
 * Creates a directory for the databases and files of a test server: in memory where the machine has enough of it, so that
 * commits do not wait for a disk that other programs use. Tests of crashes kill processes, which memory survives.
 */
export const createDatabaseDirectory = (prefix: string): Promise<string> =>
  mkdtemp(path.join(hasRoomInMemory() ? memoryDirectory : tmpdir(), prefix))

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDirectory)
    return bavail * bsize >= minFreeBytes && freemem() >= minFreeBytes && isExecutable()
  } catch {
    // Only Linux has the directory.
    return false
  }
}

let isExecutableMount: boolean | undefined

/** Hooks of repositories are executed from the data directory. The mount options are read once for all servers. */
function isExecutable(): boolean {
  isExecutableMount ??= !readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === memoryDirectory && /\bnoexec\b/.test(line))
  return isExecutableMount
}
