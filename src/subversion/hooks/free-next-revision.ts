import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Subversion 1.14 writes the properties of a revision, read-only, a moment before the revision is there. Whoever is
 * killed between leaves a file by which every later commit would fail ("Can't open file", "Permission denied"), so it is
 * made writable. Where it is that of a commit which is about to be there, nothing is lost.
 */
export async function freeNextRevision(repository: string): Promise<void> {
  const db = join(repository, 'db')
  const [current, format] = await Promise.all(
    (['current', 'format'] as const).map((name) => readFile(join(db, name), 'utf8')),
  )
  const next = Number.parseInt(`${current}`, 10) + 1
  const revisionsOfShard = Number(/^layout sharded (\d+)$/m.exec(`${format}`)?.[1])
  const shard = revisionsOfShard > 0 ? [`${Math.floor(next / revisionsOfShard)}`] : []
  await chmod(join(db, 'revprops', ...shard, `${next}`), 0o600).catch((problem: unknown) => {
    // As it should be.
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return
    throw problem
  })
}
