import type { Page } from '../../kit/values/page.ts'
import { getText, type XmlElement } from '../../kit/xml/element.ts'
import type { CommitChange, VisibleCommit } from '../model/browser-types.ts'
import { buildRepositoryUrl } from '../model/repository-path.ts'
import { type Browser, createRevisionNotFoundError } from './open-browser.ts'
import { parseCommitted, parseKind } from './parse-committed.ts'
import { parseSvnXml } from './parse-svn-xml.ts'

interface PathAtRevision {
  readonly path: string
  readonly revision: number
}

/** Maximum number of changes per commit in a list of commits. */
const maxListedChanges = 100

/** Returns one page of the commits that changed a path or its copy source, newest first, and their number. */
export async function listHistory(
  browser: Browser,
  place: PathAtRevision,
  { limit, offset }: Page,
): Promise<{ readonly commits: readonly VisibleCommit[]; readonly size: number }> {
  if (!browser.visibility.isUnrestricted) return filteredHistory(browser, place, { limit, offset })
  const numbers = await listRevisions(browser, place)
  const requested = numbers.slice(offset, offset + limit)
  const [first, last] = [requested[0], requested.at(-1)]
  if (first === undefined || last === undefined) return { commits: [], size: numbers.length }
  const commits: VisibleCommit[] = []
  await forEachCommit(
    browser,
    place,
    ['-r', `${first}:${last}`],
    maxListedChanges,
    (commit) => void commits.push(commit),
  )
  return { commits, size: numbers.length }
}

/** Returns a commit with its first changes; throws 404 if the caller may see none of them. */
export async function getCommit(browser: Browser, revision: number, maxChanges: number): Promise<VisibleCommit> {
  let result: VisibleCommit | undefined
  // Revision 0 has no author.
  if (revision < 1) throw createRevisionNotFoundError()
  const everything = { path: '/', revision }
  await forEachCommit(browser, everything, ['-r', `${revision}:${revision}`], maxChanges, (commit) => {
    result = commit
  })
  if (result === undefined) throw createRevisionNotFoundError()
  return result
}

/** Without hidden paths, every revision changes the root; Subversion finds the revisions of other paths quickly. */
async function listRevisions({ svn, root }: Browser, { path, revision }: PathAtRevision): Promise<readonly number[]> {
  if (path === '/') return Array.from({ length: revision }, (_, index) => revision - index)
  const numbers: number[] = []
  await parseSvnXml(svn(['log', '--xml', '--quiet', '--', buildRepositoryUrl(root, path, revision)]), {
    logentry: ({ attributes }) => void numbers.push(Number(attributes['revision'])),
  })
  return numbers
}

/** Examines all commits, to count those with visible changes. */
async function filteredHistory(browser: Browser, place: PathAtRevision, { limit, offset }: Page) {
  const commits: VisibleCommit[] = []
  let size = 0
  if (place.revision > 0)
    await forEachCommit(browser, place, [], maxListedChanges, (commit) => {
      if (size >= offset && commits.length < limit) commits.push(commit)
      size += 1
    })
  return { commits, size }
}

/** Like svn_repos_get_logs for partially readable commits: without message, or not at all. */
async function forEachCommit(
  { svn, root, visibility }: Browser,
  { path, revision }: PathAtRevision,
  range: readonly string[],
  maxChanges: number,
  onCommit: (commit: VisibleCommit) => void,
): Promise<void> {
  let changes: CommitChange[] = []
  let size = 0
  let hidden = 0
  const address = buildRepositoryUrl(root, path, revision)
  await parseSvnXml(svn(['log', '--xml', '--verbose', ...range, '--', address]), {
    'logentry/paths/path': async (element) => {
      if (!(await visibility.canSee(element.text))) {
        hidden += 1
        return
      }
      const change = parseChange(element)
      const isCopyHidden = change.copiedFrom !== null && !(await visibility.canSee(change.copiedFrom.path))
      if (isCopyHidden) hidden += 1
      size += 1
      if (changes.length < maxChanges) changes.push(isCopyHidden ? { ...change, copiedFrom: null } : change)
    },
    logentry(element) {
      const isSeen = size > 0 || hidden === 0
      const message = hidden > 0 ? null : (getText(element, 'msg') ?? '')
      changes.sort((a, b) => (a.path < b.path ? -1 : 1))
      if (isSeen) onCommit({ ...parseCommitted(element), message, changes, size })
      changes = []
      size = 0
      hidden = 0
    },
  })
}

const actions: Readonly<Record<string, CommitChange['action']>> = { A: 'added', D: 'deleted', R: 'replaced' }

function parseChange(element: XmlElement): CommitChange {
  const { action = '', 'copyfrom-path': from, 'copyfrom-rev': revision } = element.attributes
  return {
    path: element.text,
    kind: parseKind(element),
    action: actions[action] ?? 'modified',
    copiedFrom: from === undefined ? null : { path: from, revision: Number(revision) },
  }
}
