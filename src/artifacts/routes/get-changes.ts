import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { assertFilterVisible } from '../reads/assert-filter-visible.ts'
import { loadNextChanges, resolveToken } from '../reads/change-log.ts'
import { getChangeTokens } from '../reads/change-tokens.ts'
import { loadUsersOfChanges } from '../reads/users-of-changes.ts'
import { ChangeRepresentation, representChange } from '../representations/change.ts'

const Page = Type.Object(
  {
    changes: Type.Array(ChangeRepresentation),
    next: Type.String({ description: '`since` of the next request.' }),
    has_more: Type.Boolean({
      description: 'There was more to look at: ask again at once. There may be, though this page has no changes.',
    }),
  },
  { title: 'ChangePage', additionalProperties: false },
)

/** Tulipwood extension: docs/decisions/0024-ordered-change-feed.md. */
export const getChanges = defineRoute({
  method: 'GET',
  url: '/changes',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'List the changes of artifacts after `since`, in a stable order. Without `since`, return the token to start from; with `since=0`, start at the beginning.',
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
    limit: Type.Integer({ description: 'Number of changes, at most 1000.', minimum: 1, maximum: 1000, default: 100 }),
  }),
  answers: { 200: Page },
  async answer({ query: { since, limit, ...filter }, ...viewer }, world) {
    const { caller } = viewer
    await assertFilterVisible(world, caller, filter)
    const tokens = await getChangeTokens(world)
    const after = await resolveToken(world, tokens, since)
    if (since === '') return { body: { changes: [], next: tokens.encode(after), has_more: false } }
    const { changes, next, isAtEnd } = await loadNextChanges(world, caller, filter, { after, limit })
    const users = await loadUsersOfChanges(world, changes)
    return {
      body: {
        changes: changes.map((change) => representChange(change, users, viewer, tokens)),
        next: tokens.encode(next),
        has_more: !isAtEnd,
      },
    }
  },
})
