import type { EpochSeconds } from '../../kit/time.ts'

/** One path that a commit changes, as `svnlook changed` says it. */
export interface ChangedPath {
  /** Added, deleted, or changed in whatever way, properties included. */
  readonly action: 'A' | 'D' | 'U'
  /** Without a slash in front; a directory ends with one. */
  readonly path: string
}

/** A commit that is in the repository. */
export interface Commit {
  readonly revision: number
  readonly author: string
  readonly committedOn: EpochSeconds
  readonly message: string
}

/**
 * Two columns, of content and of properties, then a path. docs/api/subversion.md §2.1: whatever is neither added nor
 * deleted is changed, so that nobody edits the properties of what must not change.
 */
export const changedPathsIn = (output: string): ChangedPath[] =>
  output
    .split('\n')
    .filter((line) => line.length > 4 && !line.startsWith(' '))
    .map((line) => ({ action: actionOf(line.slice(0, 2)), path: line.slice(4) }))

/** What was copied, as `svnlook changed --copy-info` says it below each copy; written like changed paths. */
export const copiedPathsIn = (output: string): string[] =>
  output.split('\n').flatMap((line) => /^ +\(from (.+):r\d+\)$/.exec(line)?.[1] ?? [])

/** As the paths of a repository are written elsewhere: a slash in front, none at the end. */
export const rootedPath = (path: string): string => `/${path.replace(/\/$/, '')}`

const actionOf = (columns: string): ChangedPath['action'] => (columns === 'A ' ? 'A' : columns === 'D ' ? 'D' : 'U')

export const isDirectory = ({ path }: ChangedPath): boolean => path.endsWith('/')

/** What `svnlook info` says: author, date, length of the message in bytes, message. */
export function commitIn(output: string, revision: number): Commit {
  const [author = '', date = '', , ...message] = output.split('\n')
  const written = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})/.exec(date)
  const at = written === null ? 0 : Date.parse(`${written[1]}T${written[2]}${written[3]}:${written[4]}`)
  // It ends with a line of its own.
  return {
    revision,
    author,
    committedOn: Math.floor(at / 1000) as EpochSeconds,
    message: message.join('\n').replace(/\n$/, ''),
  }
}

/**
 * Directories that a commit touches: a changed directory itself, of a file the one it is in; `/` in front, none at the
 * end.
 */
export function touchedDirectories(paths: readonly ChangedPath[]): string[] {
  const directories = paths.map((each) => `/${each.path}`).map((path) => path.slice(0, path.lastIndexOf('/')) || '/')
  return [...new Set(directories)].sort()
}
