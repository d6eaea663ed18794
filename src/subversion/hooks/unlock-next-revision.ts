import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Subversion 1.14 writes the read-only properties file of a revision just before the revision itself. A kill in between
 * leaves a file that makes every later commit fail ("Can't open file", "Permission denied"), so this makes it writable.
 * That is harmless for a commit in progress.
 */
export async function unlockNextRevision(repository: string): Promise<void> {
  const db = join(repository, 'db')
  const [current, format] = await Promise.all(
    (['current', 'format'] as const).map((name) => readFile(join(db, name), 'utf8')),
  )
  const next = Number.parseInt(`${current}`, 10) + 1
  const revisionsOfShard = Number(/^layout sharded (\d+)$/m.exec(`${format}`)?.[1])
  const shard = revisionsOfShard > 0 ? [`${Math.floor(next / revisionsOfShard)}`] : []
  await chmod(join(db, 'revprops', ...shard, `${next}`), 0o600).catch((problem: unknown) => {
    // Normal case.
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return
    throw problem
  })
}
