import { Readable } from 'node:stream'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { authenticate, refuseAnonymous } from '../../oauth2/authentication/authenticate.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import { assertFilterVisible } from '../reads/assert-filter-visible.ts'
import { resolveToken } from '../reads/change-log.ts'
import { getChangeTokens } from '../reads/change-tokens.ts'
import { createQueryMatcher } from '../reads/query-matcher.ts'
import { createChangeStream } from '../responses/change-stream.ts'

const scope = 'read:tracker'

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // The connection cannot be reused after a stream, and must not keep the server from stopping.
  Connection: 'close',
  // Buffering proxies would delay the events.
  'X-Accel-Buffering': 'no',
}

/** Tulipwood extension: docs/decisions/0024-ordered-change-feed.md. */
export const getChangesStream = defineRoute({
  method: 'GET',
  url: '/changes/stream',
  access: 'optional',
  scope,
  isExtension: true,
  mediaTypes: ['text/event-stream'],
  summary:
    'Get the changes of artifacts as server-sent events: `change`, and with the query of a tracker `left` for changes that no longer match. `reset` ends the stream: the database may have lost changes, so the artifacts must be read again. `Last-Event-ID` takes precedence over `since`.',
  query: Type.Object({
    since: Type.String({
      description: 'Token of the last change that the client knows; 0 for the beginning of the log.',
      default: '',
    }),
    project: Type.Optional(Type.Unsafe<ProjectId>(Type.Integer({ description: 'Only changes of this project.' }))),
    tracker: Type.Optional(Type.Unsafe<TrackerId>(Type.Integer({ description: 'Only changes of this tracker.' }))),
    ranks: Type.Boolean({
      description: 'Whether changes of the order of artifacts (`ranked`) are included.',
      default: false,
    }),
    follow: Type.Boolean({ default: true, description: 'false: the stream ends at the current end of the log.' }),
    query: Type.String({ default: '', description: 'As in GET /trackers/{id}/artifacts.' }),
    expert_query: Type.String({ default: '', description: 'As in GET /trackers/{id}/artifacts.' }),
  }),
  answers: { 200: null },
  async answer({ query: parameters, caller, origin, timezone, headers: requestHeaders, method, address }, world) {
    const { since, query, expert_query: expertQuery, follow, ...filter } = parameters
    const queryInput = { query, expertQuery, body: {} }
    const hasQuery = query !== '' || expertQuery.trim() !== ''
    const { tracker } = filter
    if (hasQuery && tracker === undefined) throw new Refusal('invalid', 'A query requires `tracker`.')
    await assertFilterVisible(world, caller, filter)
    const matchAmong =
      hasQuery && tracker !== undefined ? createQueryMatcher(world, tracker, queryInput, timezone) : undefined
    await matchAmong?.(caller, [])
    const tokens = await getChangeTokens(world)
    const after = await resolveToken(world, tokens, requestHeaders['last-event-id'] || since)
    // A HEAD request opens no stream.
    if (method === 'HEAD') return { headers, stream: Readable.from([]) }
    const stream = createChangeStream(world, {
      countedAs: String(getUserId(caller) ?? address),
      viewer: { origin, timezone },
      filter,
      tokens,
      after,
      isFollowing: follow,
      async identify() {
        const now = await reauthenticate(world, { headers: requestHeaders, method, address })
        await assertFilterVisible(world, now, filter)
        return now
      },
      ...(matchAmong && { matchAmong }),
    })
    return { headers, stream }
  },
})

/** Authenticates the credential of a request again; throws if it is no longer valid. */
async function reauthenticate(
  world: World,
  request: { readonly headers: Readonly<Record<string, string | undefined>>; method: string; address: string },
): Promise<Caller> {
  await beginWork(world)
  const authenticated = await authenticate(world, { ...request, scope })
  refuseAnonymous(authenticated, 'optional', await getSettings(world))
  return authenticated.caller
}
