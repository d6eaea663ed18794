import type { Page } from '../../kit/values/page.ts'
import { findChild, getText, type XmlElement } from '../../kit/xml/element.ts'
import type { Difference, DifferenceText } from '../model/browser-types.ts'
import { buildRepositoryUrl, getLastSegment, parseRepositoryUrl } from '../model/repository-path.ts'
import type { Browser } from './open-browser.ts'
import { parseKind } from './parse-committed.ts'
import { parseSvnXml } from './parse-svn-xml.ts'

export interface RevisionRange {
  readonly path: string
  readonly from: number
  readonly to: number
}

/** Maximum size of a file on either side: comparing needs a multiple of it. */
const maxFileBytes = 2 * 1024 ** 2
/** Maximum size of the diff of one path, and of one page. */
const maxDiffBytes = 256 * 1024
const maxPageBytes = 1024 ** 2

/**
 * Returns one page of the differences below a path between two revisions that the caller may see, ordered by path, and
 * their number.
 */
export async function listDifferences(
  browser: Browser,
  span: RevisionRange,
  { limit, offset }: Page,
): Promise<{ readonly differences: readonly DifferenceText[]; readonly size: number }> {
  const all = await browser.visibility.filterVisible(await readSummary(browser, span), ({ path }) => path)
  all.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  const page = all.slice(offset, offset + limit)
  const large = await findLargeFiles(browser, span, page)
  const differences: DifferenceText[] = []
  let left = maxPageBytes
  for (const each of page) {
    const read = large.has(each.path)
      ? { text: '', isTruncated: false, omitted: 'too large' as const }
      : await readDiff(browser, span, each, Math.min(left, maxDiffBytes))
    left -= Buffer.byteLength(read.text)
    differences.push({ ...each, ...read })
  }
  return { differences, size: all.length }
}

/** Compares the path with itself, never with its copy source, which may be hidden. */
const diffArguments = ({ root }: Browser, path: string, { from, to }: RevisionRange): string[] => [
  `--old=${buildRepositoryUrl(root, path, from)}`,
  `--new=${buildRepositoryUrl(root, path, to)}`,
]

async function readSummary(browser: Browser, span: RevisionRange): Promise<Difference[]> {
  const differences: Difference[] = []
  await parseSvnXml(browser.svn(['diff', '--summarize', '--xml', ...diffArguments(browser, span.path, span)]), {
    path(element) {
      const path = parseRepositoryUrl(element.text, browser.directory)
      if (path === undefined) throw new Error(`svn diff printed a path outside of the repository`)
      differences.push(parseDifference(element, path))
    },
  })
  return differences
}

const actions: Readonly<Record<string, Difference['action']>> = {
  added: 'added',
  deleted: 'deleted',
  modified: 'modified',
}

function parseDifference(element: XmlElement, path: string): Difference {
  const { item = '', props } = element.attributes
  const kind = parseKind(element) ?? 'file'
  return { path, kind, action: actions[item] ?? null, hasOtherProperties: props === 'modified' }
}

/** Finds files that are too large to compare. */
async function findLargeFiles(
  browser: Browser,
  span: RevisionRange,
  page: readonly Difference[],
): Promise<ReadonlySet<string>> {
  const files = page.filter(({ kind, action }) => kind === 'file' && action !== null)
  const sides = [
    { revision: span.from, paths: files.filter(({ action }) => action !== 'added') },
    { revision: span.to, paths: files.filter(({ action }) => action !== 'deleted') },
  ]
  const large = new Set<string>()
  for (const { revision, paths } of sides) {
    if (paths.length === 0) continue
    const addresses = paths.map(({ path }) => buildRepositoryUrl(browser.root, path, revision))
    await parseSvnXml(browser.svn(['list', '--xml', '--', ...addresses]), {
      list(element) {
        const entry = findChild(element, 'entry')
        const path = parseRepositoryUrl(element.attributes['path'] ?? '', browser.directory)
        if (path !== undefined && Number(entry && getText(entry, 'size')) > maxFileBytes) large.add(path)
      },
    })
  }
  return large
}

type DiffText = Pick<DifferenceText, 'text' | 'isTruncated' | 'omitted'>

async function readDiff(
  browser: Browser,
  span: RevisionRange,
  { path, kind, action }: Difference,
  maxBytes: number,
): Promise<DiffText> {
  // Added and deleted directories are compared path by path; Subversion would include hidden paths.
  if (kind === 'directory' && action !== null) return { text: '', isTruncated: false, omitted: null }
  // The previous node of this name may have been a directory.
  const sides = { ...span, ...(action === 'added' ? { from: 0 } : action === 'deleted' ? { to: 0 } : {}) }
  const what = ['diff', '--internal-diff', '--depth', 'empty']
  const { bytes, isTruncated } = await truncateLines(
    browser.svn([...what, ...diffArguments(browser, path, sides)]),
    maxBytes,
  )
  // Subversion treats files without a media type as text.
  if (bytes.includes(0) || (action !== null && binaryNotice.test(bytes.toString('latin1'))))
    return { text: '', isTruncated: false, omitted: 'binary' }
  return { text: replaceHeaderPath(bytes.toString(), path, kind), isTruncated, omitted: null }
}

const binaryNotice = /^Index: [^\n]*\n=+\nCannot display: file marked as a binary type\.\n/

/** Truncates at the end of a line. */
async function truncateLines(
  output: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ bytes: Buffer; isTruncated: boolean }> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of output) {
    pieces.push(piece)
    length += piece.length
    if (length > maxBytes) break
  }
  const bytes = Buffer.concat(pieces)
  if (length <= maxBytes) return { bytes, isTruncated: false }
  return { bytes: bytes.subarray(0, bytes.subarray(0, maxBytes).lastIndexOf('\n') + 1), isTruncated: true }
}

/** Subversion prints only the name when one path is compared; patches need the whole path. */
function replaceHeaderPath(text: string, path: string, kind: Difference['kind']): string {
  if (path === '/') return text
  const [name, whole] = [kind === 'file' ? getLastSegment(path) : '.', path.slice(1)]
  return text
    .split('\n')
    .map((line, at) => {
      // Content lines have a prefix; a removed line may still look like a header.
      const head = line.startsWith(propertyHeader)
        ? propertyHeader
        : at < headerLines
          ? headerPattern.exec(line)?.[0]
          : undefined
      return head !== undefined && line.startsWith(head + name)
        ? head + whole + line.slice(head.length + name.length)
        : line
    })
    .join('\n')
}

const propertyHeader = 'Property changes on: '
const headerPattern = /^(Index: |--- |\+\+\+ )/
const headerLines = 4
