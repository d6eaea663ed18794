import { getEndOfLog } from '../../database/changes/change-order.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { beginning, isBefore, type LogPosition } from '../../kit/values/log-position.ts'
import type { World } from '../../world/model/world.ts'
import type { LoggedChange } from '../model/change.ts'
import type { ChangeTokens } from '../model/change-token.ts'
import { isForgotten, loadChangesAfter } from '../store/change-log.ts'
import { filterVisibleChanges } from './visible-changes.ts'

type Deps = Pick<World, 'db' | 'cache'>

/** Restricts changes to a project or tracker; undefined: all. */
export interface ChangeFilter {
  /** Whether changes of ranks are included. */
  readonly ranks?: boolean
  readonly project?: ProjectId | undefined
  readonly tracker?: TrackerId | undefined
}

export interface ChangePage {
  readonly changes: readonly LoggedChange[]
  /** Position of the next page; beyond the last change if later ones are not visible to the caller. */
  readonly next: LogPosition
  /** Whether there was nothing after it when the log was read. */
  readonly isAtEnd: boolean
}

/** Reads rows of the log after a position, from the store or from memory. */
export type ReadLog = (after: LogPosition, count: number) => Promise<readonly LoggedChange[]>

/** Maximum number of rows per read if most are invisible, and of reads per response. */
const maxRowsPerRound = 2000
const maxRounds = 5

/**
 * Returns the next changes that are visible to the caller. The work is bounded, so a page before the end may be empty.
 */
export async function loadNextChanges(
  world: Deps,
  caller: Caller,
  filter: ChangeFilter,
  {
    after,
    limit,
    read = readFromStore(world),
  }: { readonly after: LogPosition; readonly limit: number; readonly read?: ReadLog },
): Promise<ChangePage> {
  const changes: LoggedChange[] = []
  let next = after
  let count = limit
  for (let round = 0; round < maxRounds; round++) {
    const rows = await read(next, count)
    const visible = await filterVisibleChanges(world, caller, rows.filter(matchesFilter(filter)))
    const last = rows.at(-1)?.position
    if (last === undefined) return { changes, next, isAtEnd: true }
    const room = limit - changes.length
    changes.push(...visible.slice(0, room))
    const isCut = visible.length > room
    // Changes that did not fit are on the next page.
    next = isCut ? (changes.at(-1)?.position ?? next) : last
    // A full page never ends the log, or its last page would show whether hidden changes were passed on the way.
    if (changes.length === limit) break
    if (rows.length < count) return { changes, next, isAtEnd: true }
    count = maxRowsPerRound
  }
  return { changes, next, isAtEnd: false }
}

const readFromStore =
  ({ db }: Deps): ReadLog =>
  (after, count) =>
    loadChangesAfter(db.read, after, count)

const matchesFilter =
  ({ project, tracker, ranks }: ChangeFilter) =>
  ({ kind, artifact, projectId, from }: LoggedChange): boolean =>
    (ranks === true || kind !== 'ranked') &&
    (project === undefined || project === projectId) &&
    (tracker === undefined || tracker === artifact.trackerId || tracker === from)

/** Resolves a token to a position; '' is the current end, `0` the beginning. */
export async function resolveToken(
  { db }: Pick<World, 'db'>,
  tokens: ChangeTokens,
  token: string,
): Promise<LogPosition> {
  if (token === '0') return beginning
  if (token === '') return getEndOfLog(db.read)
  const position = tokens.decode(token)
  if (position === undefined) throw new Refusal('invalid', unknownToken(token))
  if (position === 'lost') throw new Refusal('gone', tokenLost)
  if (await isForgotten(db.read, position)) throw new Refusal('gone', tokenTooOld)
  if (isBefore(await getEndOfLog(db.read), position)) throw new Refusal('gone', tokenTooNew)
  return position
}

const unknownToken = (token: string): Message =>
  message`"${token.slice(0, 100)}" in \`since\` or \`Last-Event-ID\` is not a token of this site's change log. Send \`next\` or \`token\` of an earlier response, 0 to start from the beginning, or an empty \`since\` to start from now.`

const tokenTooOld = message`The changes after this token are no longer stored. Read the artifacts again, then continue with the token that an empty \`since\` returns.`
const tokenLost = message`The database has changed since this token was issued: a backup was restored, or another server took over. Changes may be lost. Read the artifacts again, then continue with the token that an empty \`since\` returns.`
const tokenTooNew = message`This token is newer than the data, for example because a backup was restored. Read the artifacts again, then continue with the token that an empty \`since\` returns.`
