import { Readable } from 'node:stream'
import type { Caller } from '../kit/caller.ts'
import type { ArtifactId } from '../kit/ids.ts'
import type { LogPosition } from '../kit/log-position.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Viewer } from '../kit/viewer.ts'
import { jsonText } from '../kit/well-formed.ts'
import type { World } from '../kit/world.ts'
import type { LoggedChange } from './model/change.ts'
import type { ChangeTokens } from './model/change-token.ts'
import { feedOf } from './reads/change-feed.ts'
import { type ChangeFilter, nextChanges } from './reads/change-log.ts'
import { usersOfChanges } from './reads/users-of-changes.ts'
import { representChange } from './representations/change.ts'

export interface WantedStream {
  /** Whose streams are counted together. */
  readonly person: string
  readonly viewer: Omit<Viewer, 'caller'>
  readonly filter: ChangeFilter
  readonly tokens: ChangeTokens
  readonly after: LogPosition
  /** false: it ends where the log does now */
  readonly goesOn?: boolean
  /** Who reads, as things are now; a refusal ends the stream. */
  identify(): Promise<Caller>
  /** Of these artifacts those that a query finds now; undefined: there is no query. */
  readonly findAmong?: (caller: Caller, ids: readonly ArtifactId[]) => Promise<ReadonlySet<ArtifactId>>
}

export interface Pace {
  readonly heartbeatMs: number
  /** Who takes nothing for so long is left; he may come again and go on. */
  readonly patienceMs: number
  readonly bufferedBytes: number
}

const usualPace: Pace = { heartbeatMs: 15_000, patienceMs: 30_000, bufferedBytes: 64 * 1024 }

const changesAtOnce = 100
/** Then the others have their turn. */
const pagesAtOnce = 5
/** For what is still to be taken when a stream ends. */
const lastWordsMs = 2000
/** Where the browser waits before it comes again. */
const retryMs = 3000

/** Changes as server-sent events, until the reader leaves, may no longer read, or the server stops. */
export function changeStream(world: World, wanted: WantedStream, pace: Pace = usualPace): Readable {
  const feed = feedOf(world)
  const { filter, viewer, tokens, findAmong } = wanted
  let position = wanted.after
  let moment = ''
  /** Since when the reader takes nothing; null: he does. */
  let stuckSince: number | null = null

  const stream = new Readable({
    highWaterMark: pace.bufferedBytes,
    read() {
      if (stuckSince === null) return
      stuckSince = null
      feed.wake()
    },
    destroy(error, done) {
      clearInterval(beating)
      unfollow()
      done(error)
    },
  })

  function write(text: string): void {
    if (!stream.push(text)) stuckSince ??= Date.now()
  }

  async function eventsOf(caller: Caller, changes: readonly LoggedChange[]): Promise<string> {
    const users = await usersOfChanges(world, changes)
    const found = await findAmong?.(caller, [...new Set(changes.map(({ artifact }) => artifact.id))])
    const texts = changes.map((change) => {
      const body = representChange(change, users, { ...viewer, caller }, tokens)
      const name = found === undefined || found.has(change.artifact.id) ? 'change' : 'left'
      return `id: ${body.token}\nevent: ${name}\ndata: ${jsonText(body)}\n\n`
    })
    return texts.join('')
  }

  /** True: there is more. */
  async function readOn(): Promise<boolean> {
    const isChanged = moment !== world.cache.revisionKey
    const hasRows = (await feed.read(position, 1)).length > 0
    if (!isChanged && !hasRows) return false
    const caller = await wanted.identify()
    moment = world.cache.revisionKey
    for (let page = 0; page < pagesAtOnce; page++) {
      if (stuckSince !== null || stream.destroyed) return false
      const after = { after: position, limit: changesAtOnce, read: feed.read }
      const { changes, next, isAtEnd } = await nextChanges(world, caller, filter, after)
      const text = changes.length === 0 ? '' : await eventsOf(caller, changes)
      if (stream.destroyed) return false
      position = next
      if (text !== '') write(text)
      if (isAtEnd) {
        if (wanted.goesOn === false) end()
        return false
      }
    }
    return true
  }

  /** Ends what the reader may no longer have, and what went wrong: he comes again and is told why, or goes on. */
  async function orEnd<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (problem) {
      if (!(problem instanceof Refusal)) world.log.warn({ err: problem }, 'a stream of changes ended')
      end()
      return undefined
    }
  }

  function end(): void {
    unfollow()
    clearInterval(beating)
    if (stream.destroyed) return
    stream.push(null)
    // Who takes nothing would keep the server from stopping.
    setTimeout(() => stream.destroy(), stuckSince === null ? lastWordsMs : 0).unref()
  }

  async function beat(): Promise<void> {
    if (stuckSince !== null) {
      if (Date.now() - stuckSince >= pace.patienceMs) stream.destroy()
      return
    }
    await wanted.identify()
    // Also a reader for whom nothing happens continues from here. Each beat has an id, whether or not the position
    // moved: an id only after hidden changes would tell of them.
    if (!stream.destroyed && !stream.readableEnded) write(`id: ${tokens.seal(position)}\n\n`)
  }

  const unfollow = feed.follow({
    person: wanted.person,
    onNews: async () => (await orEnd(readOn)) ?? false,
    end,
  })
  const beating = setInterval(() => void orEnd(beat), pace.heartbeatMs).unref()
  write(`retry: ${retryMs}\nid: ${tokens.seal(position)}\n\n`)
  return stream
}
