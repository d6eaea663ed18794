import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const entryName = /^(\d{1,15})-[0-9a-f]{8}$/

const parseFence = (name: string): number => Number(entryName.exec(name)?.[1] ?? 0)

/** Returns the largest fencing number of the links in a directory; 0: none. */
export async function loadLastFence(owners: string): Promise<number> {
  await mkdir(owners, { recursive: true, mode: 0o700 })
  return Math.max(0, ...(await readdir(owners)).map(parseFence))
}

/**
 * Creates the link through which the processes of this owner reach the repositories, and removes those of earlier
 * owners: a process that was suspended in the middle of a commit finds no path to end it, whatever it had checked
 * before (docs/decisions/0066-one-node-serves-repositories.md). Returns the link.
 */
export async function openFencedDirectory(
  owners: string,
  { fence, token }: { readonly fence: number; readonly token: string },
): Promise<string> {
  const entry = `${fence}-${token.slice(0, 8)}`
  const names = await readdir(owners)
  if (names.some((name) => parseFence(name) > fence)) throw new Error('A later owner of the repositories exists')
  for (const name of names) if (entryName.test(name) && name !== entry) await rm(join(owners, name), { force: true })
  const link = join(owners, entry)
  await symlink('../repositories', link)
  // One that began to remove links before this node was suspended may have removed nothing of a later owner.
  if ((await loadLastFence(owners)) === fence) return link
  await rm(link, { force: true })
  throw new Error('A later owner of the repositories exists')
}
