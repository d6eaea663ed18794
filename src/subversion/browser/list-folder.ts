import type { Page } from '../../kit/page.ts'
import { Refusal } from '../../kit/refusal.ts'
import { child, textOf } from '../../kit/xml/element.ts'
import type { FolderEntry, NodeKind } from '../model/committed.ts'
import { addressAt, pathBelow } from '../model/repository-path.ts'
import { committedIn, kindIn } from './committed-in.ts'
import type { Browser } from './open-browser.ts'
import { readSvnXml } from './svn-xml.ts'

/** What lies in a folder and is seen: folders first, then files, each by name; and how much that is. */
export async function listFolder(
  { svn, root, sight }: Browser,
  { path, revision }: { readonly path: string; readonly revision: number },
  { limit, offset }: Page,
): Promise<{ readonly entries: readonly FolderEntry[]; readonly size: number }> {
  const address = addressAt(root, path, revision)
  const found: FolderEntry[] = []
  let kind: NodeKind | null = null
  // Of a file, `list` would tell the file.
  await readSvnXml(svn(['info', '--xml', '--', address]), {
    entry: (element) => {
      kind = kindIn(element)
    },
  })
  if (kind !== 'directory') throw new Refusal('invalid', 'This is a file, and nothing lies in it')
  await readSvnXml(svn(['list', '--xml', '--', address]), {
    entry(element) {
      const [name, commit] = [textOf(element, 'name'), child(element, 'commit')]
      const what = kindIn(element)
      if (name === undefined || commit === undefined || what === null) return
      const size = what === 'file' ? Number(textOf(element, 'size') ?? 0) : null
      found.push({ name, path: pathBelow(path, name), kind: what, size, committed: committedIn(commit) })
    },
  })
  const seen = await sight.seen(found, (entry) => entry.path)
  seen.sort((a, b) => order(a.kind) - order(b.kind) || (a.name < b.name ? -1 : 1))
  return { entries: seen.slice(offset, offset + limit), size: seen.length }
}

const order = (kind: NodeKind): number => (kind === 'directory' ? 0 : 1)
