import type { Page } from '../../kit/page.ts'
import { textOf, type XmlElement } from '../../kit/xml/element.ts'
import type { CommitChange, SeenCommit } from '../model/committed.ts'
import { addressAt } from '../model/repository-path.ts'
import { committedIn, kindIn } from './committed-in.ts'
import { type Browser, revisionNotFound } from './open-browser.ts'
import { readSvnXml } from './svn-xml.ts'

interface Place {
  readonly path: string
  readonly revision: number
}

/** Changes of one commit that a page of commits tells. */
const fewChanges = 100

/** Commits that changed a path, or what it was copied from, as they are seen, the last one first; and how many there are. */
export async function historyOf(
  browser: Browser,
  place: Place,
  { limit, offset }: Page,
): Promise<{ readonly commits: readonly SeenCommit[]; readonly size: number }> {
  if (!browser.sight.isClear) return filteredHistory(browser, place, { limit, offset })
  const numbers = await revisionsOf(browser, place)
  const wanted = numbers.slice(offset, offset + limit)
  const [first, last] = [wanted[0], wanted.at(-1)]
  if (first === undefined || last === undefined) return { commits: [], size: numbers.length }
  const commits: SeenCommit[] = []
  await eachCommit(browser, place, ['-r', `${first}:${last}`], fewChanges, (commit) => void commits.push(commit))
  return { commits, size: numbers.length }
}

/** One commit with most of what it changes; one of which nothing is seen is not there. */
export async function commitAt(browser: Browser, revision: number, mostChanges: number): Promise<SeenCommit> {
  let found: SeenCommit | undefined
  // Nobody made revision 0.
  if (revision < 1) throw revisionNotFound()
  const everything = { path: '/', revision }
  await eachCommit(browser, everything, ['-r', `${revision}:${revision}`], mostChanges, (commit) => {
    found = commit
  })
  if (found === undefined) throw revisionNotFound()
  return found
}

/** Where nothing is hidden, every revision has been seen to change the top; of other paths Subversion knows quickly. */
async function revisionsOf({ svn, root }: Browser, { path, revision }: Place): Promise<readonly number[]> {
  if (path === '/') return Array.from({ length: revision }, (_, index) => revision - index)
  const numbers: number[] = []
  await readSvnXml(svn(['log', '--xml', '--quiet', '--', addressAt(root, path, revision)]), {
    logentry: ({ attributes }) => void numbers.push(Number(attributes['revision'])),
  })
  return numbers
}

/** All of them are looked at, to count those of which something is seen. */
async function filteredHistory(browser: Browser, place: Place, { limit, offset }: Page) {
  const commits: SeenCommit[] = []
  let size = 0
  if (place.revision > 0)
    await eachCommit(browser, place, [], fewChanges, (commit) => {
      if (size >= offset && commits.length < limit) commits.push(commit)
      size += 1
    })
  return { commits, size }
}

/** As Subversion itself tells commits to who does not see all (svn_repos_get_logs): without message, or not at all. */
async function eachCommit(
  { svn, root, sight }: Browser,
  { path, revision }: Place,
  range: readonly string[],
  mostChanges: number,
  tell: (commit: SeenCommit) => void,
): Promise<void> {
  let changes: CommitChange[] = []
  let size = 0
  let hidden = 0
  const address = addressAt(root, path, revision)
  await readSvnXml(svn(['log', '--xml', '--verbose', ...range, '--', address]), {
    'logentry/paths/path': async (element) => {
      if (!(await sight.sees(element.text))) {
        hidden += 1
        return
      }
      const change = changeIn(element)
      const isCopyHidden = change.copiedFrom !== null && !(await sight.sees(change.copiedFrom.path))
      if (isCopyHidden) hidden += 1
      size += 1
      if (changes.length < mostChanges) changes.push(isCopyHidden ? { ...change, copiedFrom: null } : change)
    },
    logentry(element) {
      const isSeen = size > 0 || hidden === 0
      const message = hidden > 0 ? null : (textOf(element, 'msg') ?? '')
      changes.sort((a, b) => (a.path < b.path ? -1 : 1))
      if (isSeen) tell({ ...committedIn(element), message, changes, size })
      changes = []
      size = 0
      hidden = 0
    },
  })
}

const actions: Readonly<Record<string, CommitChange['action']>> = { A: 'added', D: 'deleted', R: 'replaced' }

function changeIn(element: XmlElement): CommitChange {
  const { action = '', 'copyfrom-path': from, 'copyfrom-rev': revision } = element.attributes
  return {
    path: element.text,
    kind: kindIn(element),
    action: actions[action] ?? 'modified',
    copiedFrom: from === undefined ? null : { path: from, revision: Number(revision) },
  }
}
