import type { Caller } from '../../kit/caller.ts'
import { endOfLog } from '../../kit/db/change-order.ts'
import type { ProjectId, TrackerId } from '../../kit/ids.ts'
import { beginning, isBefore, type LogPosition } from '../../kit/log-position.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { LoggedChange } from '../model/change.ts'
import type { ChangeTokens } from '../model/change-token.ts'
import { changesAfter, isForgotten } from '../store/change-log.ts'
import { filterVisibleChanges } from './visible-changes.ts'

type Deps = Pick<World, 'db' | 'cache'>

/** Of which changes somebody wants to hear; undefined: of all. */
export interface ChangeFilter {
  readonly project?: ProjectId | undefined
  readonly tracker?: TrackerId | undefined
}

export interface ChangePage {
  readonly changes: readonly LoggedChange[]
  /** Where to go on; further than the last of the changes when those after it are not for the caller. */
  readonly next: LogPosition
  /** There was nothing after it when it was read. */
  readonly isAtEnd: boolean
}

/** Rows of the log after a position: the store's, or what a node has at hand already. */
export type ReadLog = (after: LogPosition, count: number) => Promise<readonly LoggedChange[]>

/** Rows looked at at once where most are not for the caller, and how often in one answer. */
const maxRowsPerRound = 2000
const maxRounds = 5

/** The next changes that the caller may be told of; bounded work, so there may be none of them before the end. */
export async function nextChanges(
  world: Deps,
  caller: Caller,
  filter: ChangeFilter,
  {
    after,
    limit,
    read = readFromStore(world),
  }: { readonly after: LogPosition; readonly limit: number; readonly read?: ReadLog },
): Promise<ChangePage> {
  const found: LoggedChange[] = []
  let next = after
  let count = limit
  for (let round = 0; round < maxRounds; round++) {
    const rows = await read(next, count)
    const visible = await filterVisibleChanges(world, caller, rows.filter(matchesFilter(filter)))
    const last = rows.at(-1)?.position
    if (last === undefined) return { changes: found, next, isAtEnd: true }
    const room = limit - found.length
    found.push(...visible.slice(0, room))
    const isCut = visible.length > room
    // What did not fit comes next time.
    next = isCut ? (found.at(-1)?.position ?? next) : last
    // A full page never ends the log, or its last page would show whether hidden changes were passed on the way.
    if (found.length === limit) break
    if (rows.length < count) return { changes: found, next, isAtEnd: true }
    count = maxRowsPerRound
  }
  return { changes: found, next, isAtEnd: false }
}

const readFromStore =
  ({ db }: Deps): ReadLog =>
  (after, count) =>
    changesAfter(db.read, after, count)

const matchesFilter =
  ({ project, tracker }: ChangeFilter) =>
  ({ artifact, projectId, from }: LoggedChange): boolean =>
    (project === undefined || project === projectId) &&
    (tracker === undefined || tracker === artifact.trackerId || tracker === from)

/** Where a token leads; '' is now, `0` the beginning. */
export async function resolveToken(
  { db }: Pick<World, 'db'>,
  tokens: ChangeTokens,
  token: string,
): Promise<LogPosition> {
  if (token === '0') return beginning
  if (token === '') return endOfLog(db.read)
  const position = tokens.decode(token)
  if (position === undefined) throw new Refusal('invalid', unknownToken(token))
  if (await isForgotten(db.read, position)) throw new Refusal('gone', tokenTooOld)
  if (isBefore(await endOfLog(db.read), position)) throw new Refusal('gone', tokenTooNew)
  return position
}

const unknownToken = (token: string): string =>
  `"${token.slice(0, 100)}" in \`since\` or \`Last-Event-ID\` is not a token of this site's log of changes. Send a \`next\` or \`token\` of an earlier answer, 0 for the beginning, or an empty \`since\` for changes from now on`

const tokenTooOld =
  'The changes after this token are not kept any more. Read what there is anew, then go on with the token that an empty `since` answers'
const tokenTooNew =
  'This token is from a later state of the data than there is now, as after the restoration of a backup. Read what there is anew, then go on with the token that an empty `since` answers'
