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
  readonly path: string
  descriptor(): number
}

/** Number of the inherited descriptor in the programs. */
const directoryDescriptor = 3

const candidates = ['www-data', 'apache', 'http', 'wwwrun', 'nobody']

/**
 * Returns null for the account of this server, which is the usual case. Apache never serves as root: a server started
 * by root uses an account without permissions; 'none' if there is no such account (decision 0034).
 */
export async function findRepositoryAccount(dataDirectory: string): Promise<Account | null | 'none'> {
  if (process.getuid?.() !== 0) return null
  const [users, groups] = await Promise.all([readIdFile('/etc/passwd'), readIdFile('/etc/group')])
  for (const user of candidates) {
    const [, , uid, gid] = users.find(([name]) => name === user) ?? []
    const group = groups.find(([, , id]) => id === gid)?.[0]
    if (uid !== undefined && gid !== undefined && group !== undefined && Number(uid) > 0 && Number(gid) > 0)
      return withDirectory({ uid: Number(uid), gid: Number(gid), user, group }, dataDirectory)
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
async function withDirectory(ids: Omit<Account, 'directory'>, dataDirectory: string): Promise<Account> {
  const isNeeded = process.platform === 'linux' && !(await canTraverseParents(ids, dataDirectory))
  return { ...ids, directory: isNeeded ? openDirectory(dataDirectory) : null }
}

/** Returns whether the account may traverse the parents of the data directory, which the server opens itself. */
async function canTraverseParents({ uid, gid }: Pick<Account, 'uid' | 'gid'>, dataDirectory: string): Promise<boolean> {
  // The data directory may not exist before the first start.
  const real = await realpath(dataDirectory).catch(() => dataDirectory)
  for (let directory = dirname(real); ; directory = dirname(directory)) {
    const stats = await stat(directory).catch(() => undefined)
    const bit = stats?.uid === uid ? 0o100 : stats?.gid === gid ? 0o010 : 0o001
    if (stats !== undefined && (stats.mode & bit) === 0) return false
    if (directory === dirname(directory)) return true
  }
}

function openDirectory(dataDirectory: string): InheritedDirectory {
  const path = join(dataDirectory, 'svn')
  let opened: number | undefined
  return {
    path,
    // Never closed: used until this process ends.
    descriptor: () => (opened ??= openSync(path, 'r')),
  }
}

/** Returns the path by which programs of the account access something in the directory of repositories. */
export function getPathForAccount(account: Account | null, path: string): string {
  const entry = account?.directory ?? null
  if (entry === null) return path
  if (path !== entry.path && !path.startsWith(`${entry.path}/`)) throw new Error('Not in the repository directory')
  return `/proc/self/fd/${directoryDescriptor}${path.slice(entry.path.length)}`
}
