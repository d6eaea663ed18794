import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Repository } from './repository.ts'

/** A changed path, as `svnlook changed` prints it. */
export interface ChangedPath {
  /** Added, deleted, or updated (including properties). */
  readonly action: 'A' | 'D' | 'U'
  /** Without a leading slash; directories end with one. */
  readonly path: string
}

/** A commit in the repository. */
export interface Commit {
  readonly revision: number
  readonly author: string
  readonly committedOn: EpochSeconds
  readonly message: string
}

/**
 * Two columns for content and properties, then a path. docs/api/subversion.md §2.1: anything neither added nor deleted
 * counts as updated, so that properties of immutable paths cannot change.
 */
export const parseChangedPaths = (output: string): ChangedPath[] =>
  output
    .split('\n')
    .filter((line) => line.length > 4 && !line.startsWith(' '))
    .map((line) => ({ action: parseAction(line.slice(0, 2)), path: line.slice(4) }))

/** Copy sources, which `svnlook changed --copy-info` prints below each copy, in the format of changed paths. */
export const parseCopiedPaths = (output: string): string[] =>
  output.split('\n').flatMap((line) => /^ +\(from (.+):r\d+\)$/.exec(line)?.[1] ?? [])

/** Converts to the format of other repository paths: leading slash, no trailing one. */
export const toRootedPath = (path: string): string => `/${path.replace(/\/$/, '')}`

const parseAction = (columns: string): ChangedPath['action'] => (columns === 'A ' ? 'A' : columns === 'D ' ? 'D' : 'U')

export const isDirectory = ({ path }: ChangedPath): boolean => path.endsWith('/')

/** Parses `svnlook info`: author, date, length of the message in bytes, message. */
export function parseCommit(output: string, revision: number): Commit {
  const [author = '', date = '', , ...message] = output.split('\n')
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})/.exec(date)
  const at = match === null ? 0 : Date.parse(`${match[1]}T${match[2]}${match[3]}:${match[4]}`)
  // `svnlook` adds a line break at the end.
  return {
    revision,
    author,
    committedOn: Math.floor(at / 1000) as EpochSeconds,
    message: message.join('\n').replace(/\n$/, ''),
  }
}

/**
 * Returns the directories touched by a commit, as `svnlook dirs-changed` does: those with changed properties, and the
 * parents of everything else; leading slash, no trailing one.
 */
export const listTouchedDirectories = (paths: readonly ChangedPath[]): string[] =>
  [...new Set(paths.map(findTouchedDirectory))].sort()

function findTouchedDirectory(changed: ChangedPath): string {
  const path = toRootedPath(changed.path)
  if (isDirectory(changed) && changed.action === 'U') return path
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/**
 * Returns whether a commit came with its repository: imported, or the initial layout, which is revision 1 of the same
 * second.
 */
export const isPartOfCreation = (
  { revision, committedOn }: Pick<Commit, 'revision' | 'committedOn'>,
  { createdOn }: Pick<Repository, 'createdOn'>,
): boolean => committedOn < createdOn || (committedOn === createdOn && revision === 1)
