import { readFileSync } from 'node:fs'
import { getSharedPath } from '../reference-data.ts'

/** One recorded request with its response (../shared/golden/README.md). */
export interface Recording {
  readonly id: string
  readonly area: string
  readonly note: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly as: string | null
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
  readonly response: {
    readonly status: number
    /** In wire order; names may repeat. */
    readonly headers: readonly (readonly [string, string])[]
    readonly body: string
  }
}

/** A response, recorded or of this server. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** The files of each block, in order: each block starts with a new state. */
export const blocks: readonly (readonly string[])[] = [
  ['auth', 'access_keys', 'projects', 'users_groups'],
  [
    ...['trackers', 'artifacts_write', 'workflow', 'concurrency', 'xml', 'artifacts_read', 'tql', 'files'],
    ...['deletion', 'svn', 'wire'],
  ],
  ['oauth2', 'expiry_and_modes'],
  ['group_lists'],
]

/** The recordings of a block in order. */
export const readRecordings = (files: readonly string[]): Recording[] =>
  files.flatMap((name) =>
    readFileSync(getSharedPath(`golden/${name}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Recording => JSON.parse(line)),
  )

/** The recorded body; recordings encode binary bodies as `(bytes) 7b22…`. */
export function parseBody({ request: { body } }: Recording): Buffer | null {
  if (body === null) return null
  const bytes = /^\(bytes\) ([0-9a-f]*)$/.exec(body)
  return bytes?.[1] === undefined ? Buffer.from(body, 'utf8') : Buffer.from(bytes[1], 'hex')
}
