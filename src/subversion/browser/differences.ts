import type { Page } from '../../kit/page.ts'
import { child, textOf, type XmlElement } from '../../kit/xml/element.ts'
import type { Difference, ReadDifference } from '../model/committed.ts'
import { addressAt, nameOfPath, pathOfAddress } from '../model/repository-path.ts'
import { kindIn } from './committed-in.ts'
import type { Browser } from './open-browser.ts'
import { readSvnXml } from './svn-xml.ts'

export interface Span {
  readonly path: string
  readonly from: number
  readonly to: number
}

/** Bytes of one file on either side: comparing needs many times as many. */
const largestFile = 2 * 1024 ** 2
/** Bytes of text about one path, and about all of a page. */
const longestText = 256 * 1024
const longestPage = 1024 ** 2

/** What differs below a path between two revisions, by path, as far as it is seen; and how much that is. */
export async function differencesBetween(
  browser: Browser,
  span: Span,
  { limit, offset }: Page,
): Promise<{ readonly differences: readonly ReadDifference[]; readonly size: number }> {
  const all = await browser.sight.seen(await summary(browser, span), ({ path }) => path)
  all.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  const page = all.slice(offset, offset + limit)
  const large = await largeFiles(browser, span, page)
  const differences: ReadDifference[] = []
  let left = longestPage
  for (const each of page) {
    const read = large.has(each.path)
      ? { text: '', isCut: false, omitted: 'too large' as const }
      : await textOfOne(browser, span, each, Math.min(left, longestText))
    left -= Buffer.byteLength(read.text)
    differences.push({ ...each, ...read })
  }
  return { differences, size: all.length }
}

/** The path is compared with itself, never with what it was copied from: that may be hidden. */
const between = ({ root }: Browser, path: string, { from, to }: Span): string[] => [
  `--old=${addressAt(root, path, from)}`,
  `--new=${addressAt(root, path, to)}`,
]

async function summary(browser: Browser, span: Span): Promise<Difference[]> {
  const found: Difference[] = []
  await readSvnXml(browser.svn(['diff', '--summarize', '--xml', ...between(browser, span.path, span)]), {
    path(element) {
      const path = pathOfAddress(element.text, browser.folder)
      if (path === undefined) throw new Error(`svn diff speaks of a place outside of the repository`)
      found.push(differenceIn(element, path))
    },
  })
  return found
}

const actions: Readonly<Record<string, Difference['action']>> = {
  added: 'added',
  deleted: 'deleted',
  modified: 'modified',
}

function differenceIn(element: XmlElement, path: string): Difference {
  const { item = '', props } = element.attributes
  const kind = kindIn(element) ?? 'file'
  return { path, kind, action: actions[item] ?? null, hasOtherProperties: props === 'modified' }
}

/** Those whose content nobody should have compared. */
async function largeFiles(browser: Browser, span: Span, page: readonly Difference[]): Promise<ReadonlySet<string>> {
  const files = page.filter(({ kind, action }) => kind === 'file' && action !== null)
  const sides = [
    { revision: span.from, paths: files.filter(({ action }) => action !== 'added') },
    { revision: span.to, paths: files.filter(({ action }) => action !== 'deleted') },
  ]
  const large = new Set<string>()
  for (const { revision, paths } of sides) {
    if (paths.length === 0) continue
    const addresses = paths.map(({ path }) => addressAt(browser.root, path, revision))
    await readSvnXml(browser.svn(['list', '--xml', '--', ...addresses]), {
      list(element) {
        const entry = child(element, 'entry')
        const path = pathOfAddress(element.attributes['path'] ?? '', browser.folder)
        if (path !== undefined && Number(entry && textOf(entry, 'size')) > largestFile) large.add(path)
      },
    })
  }
  return large
}

type Read = Pick<ReadDifference, 'text' | 'isCut' | 'omitted'>

async function textOfOne(
  browser: Browser,
  span: Span,
  { path, kind, action }: Difference,
  most: number,
): Promise<Read> {
  // What comes and goes with a folder is told path by path; Subversion would add what is hidden.
  if (kind === 'directory' && action !== null) return { text: '', isCut: false, omitted: null }
  // What was there under the same name may have been a folder.
  const sides = { ...span, ...(action === 'added' ? { from: 0 } : action === 'deleted' ? { to: 0 } : {}) }
  const what = ['diff', '--internal-diff', '--depth', 'empty']
  const { bytes, isCut } = await beginning(browser.svn([...what, ...between(browser, path, sides)]), most)
  // Without a media type Subversion takes everything for text.
  if (bytes.includes(0) || (action !== null && cannotDisplay.test(bytes.toString('latin1'))))
    return { text: '', isCut: false, omitted: 'binary' }
  return { text: withPath(bytes.toString(), path, kind), isCut, omitted: null }
}

const cannotDisplay = /^Index: [^\n]*\n=+\nCannot display: file marked as a binary type\.\n/

/** As much as is wanted, to the end of a line. */
async function beginning(output: AsyncIterable<Buffer>, most: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of output) {
    pieces.push(piece)
    length += piece.length
    if (length > most) break
  }
  const bytes = Buffer.concat(pieces)
  if (length <= most) return { bytes, isCut: false }
  return { bytes: bytes.subarray(0, bytes.subarray(0, most).lastIndexOf('\n') + 1), isCut: true }
}

/** Subversion says a name alone where one path is asked about; who applies a patch wants to know where it lies. */
function withPath(text: string, path: string, kind: Difference['kind']): string {
  if (path === '/') return text
  const [name, whole] = [kind === 'file' ? nameOfPath(path) : '.', path.slice(1)]
  return text
    .split('\n')
    .map((line, at) => {
      // Lines of content begin with a sign; one that was taken away may still look like a head.
      const head = line.startsWith(onProperties) ? onProperties : at < headLines ? heads.exec(line)?.[0] : undefined
      return head !== undefined && line.startsWith(head + name)
        ? head + whole + line.slice(head.length + name.length)
        : line
    })
    .join('\n')
}

const onProperties = 'Property changes on: '
const heads = /^(Index: |--- |\+\+\+ )/
const headLines = 4
