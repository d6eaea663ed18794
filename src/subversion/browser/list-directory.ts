import { Refusal } from '../../kit/messages/refusal.ts'
import type { Page } from '../../kit/values/page.ts'
import { findChild, getText } from '../../kit/xml/element.ts'
import type { DirectoryEntry, NodeKind } from '../model/browser-types.ts'
import { buildRepositoryUrl, joinPath } from '../model/repository-path.ts'
import type { Browser } from './open-browser.ts'
import { parseCommitted, parseKind } from './parse-committed.ts'
import { parseSvnXml } from './parse-svn-xml.ts'

/**
 * Returns one page of the visible entries of a directory, directories first, then files, each by name, and their
 * number.
 */
export async function listDirectory(
  { svn, root, visibility }: Browser,
  { path, revision }: { readonly path: string; readonly revision: number },
  { limit, offset }: Page,
): Promise<{ readonly entries: readonly DirectoryEntry[]; readonly size: number }> {
  const address = buildRepositoryUrl(root, path, revision)
  const entries: DirectoryEntry[] = []
  let kind: NodeKind | null = null
  // `svn list` of a file lists the file itself.
  await parseSvnXml(svn(['info', '--xml', '--', address]), {
    entry: (element) => {
      kind = parseKind(element)
    },
  })
  if (kind !== 'directory') throw new Refusal('invalid', 'Not a directory.')
  await parseSvnXml(svn(['list', '--xml', '--', address]), {
    entry(element) {
      const [name, commit] = [getText(element, 'name'), findChild(element, 'commit')]
      const what = parseKind(element)
      if (name === undefined || commit === undefined || what === null) return
      const size = what === 'file' ? Number(getText(element, 'size') ?? 0) : null
      entries.push({ name, path: joinPath(path, name), kind: what, size, committed: parseCommitted(commit) })
    },
  })
  const visible = await visibility.filterVisible(entries, (entry) => entry.path)
  visible.sort((a, b) => kindOrder(a.kind) - kindOrder(b.kind) || (a.name < b.name ? -1 : 1))
  return { entries: visible.slice(offset, offset + limit), size: visible.length }
}

const kindOrder = (kind: NodeKind): number => (kind === 'directory' ? 0 : 1)
