import { readFile } from 'node:fs/promises'

/** The account that repositories belong to, and that Apache, `svnadmin` and hooks run as. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly user: string
  readonly group: string
}

const candidates = ['www-data', 'apache', 'http', 'wwwrun', 'nobody']

/**
 * null: the one this server runs as, which is the usual case. Apache never serves as root, so a server started by root
 * gives its repositories to an account without rights; 'none': there is no such account either (decision 0034).
 */
export async function accountOfRepositories(): Promise<Account | null | 'none'> {
  if (process.getuid?.() !== 0) return null
  const [users, groups] = await Promise.all([readEntries('/etc/passwd'), readEntries('/etc/group')])
  for (const user of candidates) {
    const [, , uid, gid] = users.find(([name]) => name === user) ?? []
    const group = groups.find(([, , id]) => id === gid)?.[0]
    if (uid !== undefined && gid !== undefined && group !== undefined && Number(uid) > 0 && Number(gid) > 0)
      return { uid: Number(uid), gid: Number(gid), user, group }
  }
  return 'none'
}

async function readEntries(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').map((line) => line.split(':'))
}
