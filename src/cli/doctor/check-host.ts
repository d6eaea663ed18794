import { mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../kit/config.ts'
import { type Check, healthy, ill } from './check.ts'

/** What the server stands on: runtime, data folder, room on the disk. */
export async function checkHost({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Check[]> {
  const folder = await existingFolder(dataFolder)
  return [
    node(process.versions.node),
    folder === dataFolder ? await writable(folder) : healthy('data folder', `${dataFolder} is made at the first start`),
    await room(folder),
  ]
}

const node = (version: string): Check =>
  Number.parseInt(version, 10) >= 24
    ? healthy('node', version)
    : ill('node', `${version} is too old: Node.js 24 or newer is needed`)

/** The folder itself, or the nearest one above it that is there. */
async function existingFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined && dirname(path) !== path ? existingFolder(dirname(path)) : path
}

async function writable(folder: string): Promise<Check> {
  try {
    // Asking for permissions is not enough: a read-only file system and a full one refuse later.
    await rm(await mkdtemp(join(folder, '.doctor-')), { recursive: true })
    return healthy('data folder', `${folder} can be written to`)
  } catch (error) {
    return ill(
      'data folder',
      `${folder} cannot be written to: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const leastBytes = 512 * 1024 ** 2

async function room(folder: string): Promise<Check> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  return free < leastBytes ? ill('disk', `${text}: less than 512 MiB, make room`) : healthy('disk', text)
}
