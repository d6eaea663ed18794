import { openSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The account that repositories belong to, and that Apache, `svnadmin` and hooks run as. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly user: string
  readonly group: string
  /** null: its programs reach the folder of repositories by its path. */
  readonly entry: Entry | null
}

/**
 * The folder of repositories, opened by this server and inherited by the programs of the account: they reach it through
 * the descriptor, whatever folders above it are closed to them (decision 0043).
 */
export interface Entry {
  readonly folder: string
  descriptor(): number
}

/** The descriptor of `Entry` in the programs. */
export const entryDescriptor = 3

const candidates = ['www-data', 'apache', 'http', 'wwwrun', 'nobody']

/**
 * null: the one this server runs as, which is the usual case. Apache never serves as root, so a server started by root
 * gives its repositories to an account without rights; 'none': there is no such account either (decision 0034).
 */
export async function accountOfRepositories(dataFolder: string): Promise<Account | null | 'none'> {
  if (process.getuid?.() !== 0) return null
  const [users, groups] = await Promise.all([readEntries('/etc/passwd'), readEntries('/etc/group')])
  for (const user of candidates) {
    const [, , uid, gid] = users.find(([name]) => name === user) ?? []
    const group = groups.find(([, , id]) => id === gid)?.[0]
    if (uid !== undefined && gid !== undefined && group !== undefined && Number(uid) > 0 && Number(gid) > 0)
      return withEntry({ uid: Number(uid), gid: Number(gid), user, group }, dataFolder)
  }
  return 'none'
}

export const noAccount =
  `Apache never serves as root, and none of the accounts ${candidates.join(', ')} exists: ` +
  'start the server as an ordinary user'

async function readEntries(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').map((line) => line.split(':'))
}

/** Only Linux resolves paths through a descriptor without looking at the folders above. */
async function withEntry(ids: Omit<Account, 'entry'>, dataFolder: string): Promise<Account> {
  const isNeeded = process.platform === 'linux' && !(await passesAbove(ids, dataFolder))
  return { ...ids, entry: isNeeded ? entryOf(dataFolder) : null }
}

/** Whether the modes of the folders above let the account pass; the data folder itself is for this server to open. */
async function passesAbove({ uid, gid }: Pick<Account, 'uid' | 'gid'>, dataFolder: string): Promise<boolean> {
  // It may not exist before the first start.
  const real = await realpath(dataFolder).catch(() => dataFolder)
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    const bit = found?.uid === uid ? 0o100 : found?.gid === gid ? 0o010 : 0o001
    if (found !== undefined && (found.mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function entryOf(dataFolder: string): Entry {
  const folder = join(dataFolder, 'svn')
  let opened: number | undefined
  return {
    folder,
    // Never closed: it serves until this process ends.
    descriptor: () => (opened ??= openSync(folder, 'r')),
  }
}

/** The path by which programs of the account reach something in the folder of repositories. */
export function pathFor(account: Account | null, path: string): string {
  const entry = account?.entry ?? null
  if (entry === null) return path
  if (path !== entry.folder && !path.startsWith(`${entry.folder}/`))
    throw new Error('Not in the folder of repositories')
  return `/proc/self/fd/${entryDescriptor}${path.slice(entry.folder.length)}`
}
