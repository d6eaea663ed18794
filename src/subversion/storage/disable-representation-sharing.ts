import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Subversion detects equal files through SQLite, which resolves the descriptor of `InheritedDirectory` to a path that
 * the account cannot traverse. Without sharing, each file is stored separately.
 */
export async function disableRepresentationSharing(repository: string): Promise<void> {
  const file = join(repository, 'db', 'fsfs.conf')
  const text = await readFile(file, 'utf8')
  if (/^enable-rep-sharing = false$/m.test(text)) return
  const others = text.replaceAll(/^enable-rep-sharing\b.*\n/gm, '')
  // Written in place, so that the file keeps its owner.
  await writeFile(file, others.replace(/^\[rep-sharing\]\n/m, '[rep-sharing]\nenable-rep-sharing = false\n'))
}
