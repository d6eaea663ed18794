import type { Static } from 'typebox'
import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import { parsePreconditions } from '../../http/requests/preconditions.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { trimBlanks } from '../../kit/text/trim-blanks.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { World } from '../../world/model/world.ts'
import type { BulkChange } from '../commands/change-artifacts.ts'
import { convertEntriesByName } from '../commands/entries-by-name.ts'
import { resolveCondition } from '../reads/resolve-query.ts'
import { walkArtifacts } from '../reads/walk-artifacts.ts'
import { CommentInput } from '../representations/comment-input.ts'
import { ValueInput } from '../representations/value-input.ts'
import type { RequestViewer } from '../responses/artifact-cache.ts'

/** Maximum number of artifacts that one request may change (decision 23). */
export const maxChanges = 1000

const ArtifactWithTag = Type.Object(
  { id: Type.Unsafe<ArtifactId>(Type.Integer({ format: identifier })), etag: Type.Optional(Type.String()) },
  { title: 'ArtifactVersionReference' },
)

/** Body of a bulk change (decision 23). */
export const BulkChangeInput = Type.Object(
  {
    artifacts: Type.Optional(
      Type.Array(Type.Union([Type.Unsafe<ArtifactId>(Type.Integer({ format: identifier })), ArtifactWithTag]), {
        description: `Ids, or { id, etag } for the version that is meant; ${maxChanges} at most.`,
      }),
    ),
    query: Type.Optional(
      Type.Union([Type.String({ minLength: 0 }), Type.Record(Type.String(), Type.Unknown())], {
        description: 'A filter as in GET /trackers/{id}/artifacts, as text or as it is.',
      }),
    ),
    expert_query: Type.Optional(Type.String({ minLength: 0 })),
    values: Type.Optional(Type.Array(ValueInput)),
    values_by_field: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown(), { maxItems: 0 })]),
    ),
    comment: Type.Optional(CommentInput),
    all_or_nothing: Type.Boolean({ default: false }),
  },
  { title: 'BulkChangeInput' },
)
export type BulkChangeInput = Static<typeof BulkChangeInput>

/** Parses a bulk change. Throws if the request is incomplete, contradictory, or matches too many artifacts. */
export async function parseBulkChange(
  world: World,
  viewer: RequestViewer,
  tracker: Tracker,
  input: BulkChangeInput,
): Promise<BulkChange> {
  const entries = parseEntries(tracker, input)
  if (entries.length === 0 && trimBlanks(input.comment?.body ?? '') === '')
    throw new Refusal('invalid', 'Nothing to change: send `values`, `values_by_field` or a `comment`.')
  return {
    items: await parseItems(world, viewer, tracker, input),
    entries,
    comment: input.comment === undefined ? null : { format: undefined, ugroups: undefined, ...input.comment },
    timezone: viewer.timezone,
  }
}

/** One source of values at most, as for new artifacts (docs/api/artifacts.md §3.6). */
function parseEntries(
  tracker: Tracker,
  { values = [], values_by_field: byName }: BulkChangeInput,
): readonly FieldValueInput[] {
  if (byName === undefined || Object.keys(byName).length === 0) return values
  if (values.length > 0) throw new Refusal('invalid', 'Not able to deal with both formats at the same time')
  return convertEntriesByName(tracker, byName)
}

async function parseItems(
  world: World,
  viewer: RequestViewer,
  tracker: Tracker,
  { artifacts, query, expert_query: expertQuery }: BulkChangeInput,
): Promise<BulkChange['items']> {
  const sources = [artifacts, query, expertQuery].filter((source) => source !== undefined)
  if (sources.length !== 1)
    throw new Refusal('invalid', 'Exactly one of `artifacts`, `query` and `expert_query` is required.')
  if (artifacts !== undefined) return parseIds(artifacts)
  const queryContext = { ...viewer, now: world.clock.now() }
  const where = await resolveCondition(world, queryContext, tracker, {
    query: typeof query === 'string' ? query : '',
    expertQuery: expertQuery ?? '',
    body: typeof query === 'object' ? query : {},
  })
  // An empty query matches every artifact, so the client must list them explicitly.
  if (where === undefined)
    throw new Refusal('invalid', 'The query is empty. Send a query, or list the artifacts in `artifacts`.')
  const step = { order: 'asc', after: null, limit: maxChanges + 1 } as const
  const ids = await walkArtifacts(world, viewer.caller, tracker, where, step)
  if (ids.length > maxChanges)
    throw new Refusal(
      'invalid',
      message`At most ${maxChanges} artifacts can be changed by one request. The query matches more.`,
    )
  return ids.map((id) => ({ id, precondition: {} }))
}

function parseIds(artifacts: NonNullable<BulkChangeInput['artifacts']>): BulkChange['items'] {
  if (artifacts.length > maxChanges)
    throw new Refusal(
      'invalid',
      message`At most ${maxChanges} artifacts can be changed by one request. ${artifacts.length} are listed.`,
    )
  const seenIds = new Set<ArtifactId>()
  return artifacts.map((each) => {
    const { id, etag } = typeof each === 'number' ? { id: each, etag: undefined } : each
    if (seenIds.has(id)) throw new Refusal('invalid', message`Artifact ${id} is listed more than once.`)
    seenIds.add(id)
    return { id, precondition: parsePreconditions({ 'if-match': etag }) }
  })
}
