import { openSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Account that owns the repositories and runs Apache, `svnadmin` and hooks. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly user: string
  readonly group: string
  /** null: its programs access the directory of repositories by path */
  readonly directory: InheritedDirectory | null
}

/**
 * Directory of the repositories, opened by this server and inherited by programs of the account: they access it through
 * the descriptor, even if parent directories are closed to them (decision 0043).
 */
interface InheritedDirectory {
  readonly folder: string
  descriptor(): number
}

/** Number of the inherited descriptor in the programs. */
const directoryDescriptor = 3

const candidates = ['www-data', 'apache', 'http', 'wwwrun', 'nobody']

/**
 * Returns null for the account of this server, which is the usual case. Apache never serves as root: a server started
 * by root uses an account without permissions; 'none' if there is no such account (decision 0034).
 */
export async function findRepositoryAccount(dataFolder: string): Promise<Account | null | 'none'> {
  if (process.getuid?.() !== 0) return null
  const [users, groups] = await Promise.all([readIdFile('/etc/passwd'), readIdFile('/etc/group')])
  for (const user of candidates) {
    const [, , uid, gid] = users.find(([name]) => name === user) ?? []
    const group = groups.find(([, , id]) => id === gid)?.[0]
    if (uid !== undefined && gid !== undefined && group !== undefined && Number(uid) > 0 && Number(gid) > 0)
      return withDirectory({ uid: Number(uid), gid: Number(gid), user, group }, dataFolder)
  }
  return 'none'
}

export const noAccountMessage =
  `Apache never serves as root, and none of the accounts ${candidates.join(', ')} exists: ` +
  'start the server as an ordinary user'

async function readIdFile(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').map((line) => line.split(':'))
}

/** Only Linux resolves paths through a descriptor without checking the parent directories. */
async function withDirectory(ids: Omit<Account, 'directory'>, dataFolder: string): Promise<Account> {
  const isNeeded = process.platform === 'linux' && !(await canTraverseParents(ids, dataFolder))
  return { ...ids, directory: isNeeded ? openDirectory(dataFolder) : null }
}

/** Returns whether the account may traverse the parents of the data directory, which the server opens itself. */
async function canTraverseParents({ uid, gid }: Pick<Account, 'uid' | 'gid'>, dataFolder: string): Promise<boolean> {
  // The data directory may not exist before the first start.
  const real = await realpath(dataFolder).catch(() => dataFolder)
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    const bit = found?.uid === uid ? 0o100 : found?.gid === gid ? 0o010 : 0o001
    if (found !== undefined && (found.mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function openDirectory(dataFolder: string): InheritedDirectory {
  const folder = join(dataFolder, 'svn')
  let opened: number | undefined
  return {
    folder,
    // Never closed: used until this process ends.
    descriptor: () => (opened ??= openSync(folder, 'r')),
  }
}

/** Returns the path by which programs of the account access something in the directory of repositories. */
export function pathForAccount(account: Account | null, path: string): string {
  const entry = account?.directory ?? null
  if (entry === null) return path
  if (path !== entry.folder && !path.startsWith(`${entry.folder}/`)) throw new Error('Not in the repository directory')
  return `/proc/self/fd/${directoryDescriptor}${path.slice(entry.folder.length)}`
}
