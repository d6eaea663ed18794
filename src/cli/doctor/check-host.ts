import { mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../kit/system/config.ts'
import { rateFreeSpace } from '../../monitoring/model/free-space.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Checks the Node.js version, the data directory and the free disk space. */
export async function checkHost({ dataDirectory }: Pick<Config, 'dataDirectory'>): Promise<Check[]> {
  const directory = await nearestExistingDirectory(dataDirectory)
  return [
    checkNode(process.versions.node),
    directory === dataDirectory
      ? await checkWritable(directory)
      : passCheck('data directory', `${dataDirectory} will be created at the first start`),
    await checkDiskSpace(directory),
  ]
}

const checkNode = (version: string): Check =>
  Number.parseInt(version, 10) >= 24
    ? passCheck('node', version)
    : failCheck('node', `${version} is too old; Node.js 24 or newer is required`)

/** Returns the directory or its nearest existing ancestor. */
async function nearestExistingDirectory(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined)
  return stats === undefined && dirname(path) !== path ? nearestExistingDirectory(dirname(path)) : path
}

async function checkWritable(directory: string): Promise<Check> {
  try {
    // Writes a file: permissions do not reveal a read-only or full file system.
    await rm(await mkdtemp(join(directory, '.doctor-')), { recursive: true })
    return passCheck('data directory', `${directory} is writable`)
  } catch (error) {
    return failCheck(
      'data directory',
      `${directory} is not writable: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function checkDiskSpace(directory: string): Promise<Check> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  return rateFreeSpace(free) !== 'ok'
    ? failCheck('disk', `${text}; at least 512 MiB are required`)
    : passCheck('disk', text)
}
