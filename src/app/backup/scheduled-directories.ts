import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EpochSeconds, toEpochSeconds } from '../../kit/values/time.ts'
import { readManifest } from './backup-manifest.ts'

/** Name of a scheduled backup: `tulipwood-20261123T020000Z`. */
export const nameBackup = (time: EpochSeconds): string =>
  `tulipwood-${new Date(time * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

const names = /^tulipwood-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const unfinishedNames = /^tulipwood-\d{8}T\d{6}Z\.[0-9a-f]{8}\.partial$/

/** Returns the time of the newest scheduled backup of a directory; undefined: there is none. Throws if it is damaged. */
export async function findNewestBackup(directory: string): Promise<EpochSeconds | undefined> {
  const newest = (await readdir(directory))
    .filter((name) => names.test(name))
    .sort()
    .at(-1)
  if (newest === undefined) return undefined
  await readManifest(join(directory, newest))
  return toEpochSeconds(new Date(newest.replace(names, '$1-$2-$3T$4:$5:$6Z')))
}

/** Removes all scheduled backups but the newest ones. */
export async function removeOldBackups(directory: string, keep: number): Promise<void> {
  const old = (await readdir(directory))
    .filter((name) => names.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) await rm(join(directory, name), { recursive: true })
}

/** Removes what a node has written that was stopped during a backup. */
export async function removeUnfinishedBackups(directory: string): Promise<void> {
  const unfinished = (await readdir(directory)).filter((name) => unfinishedNames.test(name))
  for (const name of unfinished) await rm(join(directory, name), { recursive: true, force: true })
}
