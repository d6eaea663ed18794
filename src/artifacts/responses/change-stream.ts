import { Readable } from 'node:stream'
import { Refusal } from '../../kit/messages/refusal.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { LogPosition } from '../../kit/values/log-position.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { World } from '../../world/model/world.ts'
import type { LoggedChange } from '../model/change.ts'
import type { ChangeTokens } from '../model/change-token.ts'
import { getChangeFeed } from '../reads/change-feed.ts'
import { type ChangeFilter, loadNextChanges } from '../reads/change-log.ts'
import { loadUsersOfChanges } from '../reads/users-of-changes.ts'
import { representChange } from '../representations/change.ts'

export interface StreamRequest {
  /** Key by which open streams are counted: user id or IP address. */
  readonly countedAs: string
  readonly viewer: Omit<Viewer, 'caller'>
  readonly filter: ChangeFilter
  readonly tokens: ChangeTokens
  readonly after: LogPosition
  /** false: the stream ends at the current end of the log */
  readonly isFollowing?: boolean
  /** Returns the current caller; throws if they may no longer read, which ends the stream. */
  identify(): Promise<Caller>
  /** Returns the given artifacts that match the query now; undefined: the stream has no query. */
  readonly matchAmong?: (caller: Caller, ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>
}

export interface StreamLimits {
  readonly heartbeatMs: number
  /** A client that reads nothing for this long is disconnected; it can resume later. */
  readonly stalledTimeoutMs: number
  readonly bufferedBytes: number
}

const defaultLimits: StreamLimits = { heartbeatMs: 15_000, stalledTimeoutMs: 30_000, bufferedBytes: 64 * 1024 }

const changesPerPage = 100
/** Pages sent to one client before other clients are served. */
const pagesPerTurn = 5
/** Time for the client to read the remaining bytes of a closed stream. */
const closeTimeoutMs = 2000
/** Delay before a browser reconnects. */
const retryMs = 3000

/** Streams changes as server-sent events until the client disconnects, loses access, or the server stops. */
export function createChangeStream(
  world: World,
  request: StreamRequest,
  limits: StreamLimits = defaultLimits,
): Readable {
  const feed = getChangeFeed(world)
  const { filter, viewer, tokens, matchAmong } = request
  let position = request.after
  let revisionKey = ''
  /** Time since which the client reads nothing; null: it reads. */
  let stalledSince: number | null = null

  const stream = new Readable({
    highWaterMark: limits.bufferedBytes,
    read() {
      if (stalledSince === null) return
      stalledSince = null
      feed.wake()
    },
    destroy(error, done) {
      clearInterval(heartbeat)
      unfollow()
      done(error)
    },
  })

  function write(text: string): void {
    if (!stream.push(text)) stalledSince ??= Date.now()
  }

  async function eventsOf(caller: Caller, changes: readonly LoggedChange[]): Promise<string> {
    const users = await loadUsersOfChanges(world, changes)
    const matching = await matchAmong?.(caller, [...new Set(changes.map(({ artifact }) => artifact.id))])
    const texts = changes.map((change) => {
      const body = representChange(change, users, { ...viewer, caller }, tokens)
      const name = matching === undefined || matching.has(change.artifact.id) ? 'change' : 'left'
      return `id: ${body.token}\nevent: ${name}\ndata: ${stringifyWellFormed(body)}\n\n`
    })
    return texts.join('')
  }

  /** Returns true if there are more changes to send. */
  async function sendNextChanges(): Promise<boolean> {
    const isChanged = revisionKey !== world.cache.revisionKey
    const hasRows = (await feed.read(position, 1)).length > 0
    if (!isChanged && !hasRows) return false
    const caller = await request.identify()
    revisionKey = world.cache.revisionKey
    for (let page = 0; page < pagesPerTurn; page++) {
      if (stalledSince !== null || stream.destroyed) return false
      const after = { after: position, limit: changesPerPage, read: feed.read }
      const { changes, next, isAtEnd } = await loadNextChanges(world, caller, filter, after)
      const text = changes.length === 0 ? '' : await eventsOf(caller, changes)
      if (stream.destroyed) return false
      position = next
      if (text !== '') write(text)
      if (isAtEnd) {
        if (request.isFollowing === false) end()
        return false
      }
    }
    return true
  }

  /** Ends the stream on a refusal or an error. The client reconnects and then gets the error or continues. */
  async function endOnError<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (problem) {
      if (!(problem instanceof Refusal)) world.log.warn({ err: problem }, 'stream of changes failed')
      end()
      return undefined
    }
  }

  function end(): void {
    unfollow()
    clearInterval(heartbeat)
    if (stream.destroyed) return
    stream.push(null)
    // A client that reads nothing would keep the server from stopping.
    setTimeout(() => stream.destroy(), stalledSince === null ? closeTimeoutMs : 0).unref()
  }

  /** Reports that changes may be lost: the client reads everything again, and continues with this token. */
  function reset(token: string): void {
    if (!stream.destroyed && !stream.readableEnded) write(`id: ${token}\nevent: reset\ndata: {}\n\n`)
    end()
  }

  async function sendHeartbeat(): Promise<void> {
    if (stalledSince !== null) {
      if (Date.now() - stalledSince >= limits.stalledTimeoutMs) stream.destroy()
      return
    }
    await request.identify()
    // A client without visible changes must also be able to resume from here. Each heartbeat has an id, whether or not
    // the position moved: an id only after hidden changes would reveal them.
    if (!stream.destroyed && !stream.readableEnded) write(`id: ${tokens.encode(position)}\n\n`)
  }

  const unfollow = feed.follow({
    countedAs: request.countedAs,
    epoch: tokens.epoch,
    onChanges: async () => (await endOnError(sendNextChanges)) ?? false,
    onReset: reset,
    end,
  })
  const heartbeat = setInterval(() => void endOnError(sendHeartbeat), limits.heartbeatMs).unref()
  write(`retry: ${retryMs}\nid: ${tokens.encode(position)}\n\n`)
  return stream
}
