import { defineRoute } from '../../http/declarations/route.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { parseSearchWords } from '../model/parse-search-words.ts'
import { searchArtifacts } from '../reads/search.ts'
import { representSearchHit, SearchHitRepresentation } from '../representations/search-hit.ts'
import { renderArtifacts } from '../responses/artifact-cache.ts'

const maxLimit = 50
const maxIds = 200

/** Tulipwood extension (docs/decisions/0026-compile-cross-tracker-queries-per-tracker.md). */
export const postSearch = defineRoute({
  method: 'POST',
  url: '/search',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'List the artifacts whose titles, texts and comments contain all of some words, ignoring case and accents, best match first.',
  body: Type.Object(
    {
      words: Type.String({
        maxLength: 1000,
        description: 'Words, and phrases in quotes: an artifact must have all of them. Nothing in it is an operator.',
      }),
      prefix: Type.Boolean({ default: false, description: 'Whether the last word may be the beginning of one.' }),
      query: Type.String({ default: '', description: 'In the query language: what else artifacts must be like.' }),
      in: Type.Array(Type.Enum(['titles', 'texts', 'comments']), {
        default: ['titles', 'texts', 'comments'],
        minItems: 1,
        maxItems: 3,
      }),
      projects: Type.Optional(Type.Array(Type.Integer({ format: identifier }), { maxItems: maxIds })),
      trackers: Type.Optional(Type.Array(Type.Integer({ format: identifier }), { maxItems: maxIds })),
      limit: Type.Integer({ minimum: 1, maximum: maxLimit, default: 20 }),
      offset: Type.Integer({ minimum: 0, default: 0 }),
    },
    { additionalProperties: false },
  ),
  answers: {
    200: Type.Object({ collection: Type.Array(SearchHitRepresentation) }, { additionalProperties: false }),
  },
  async answer({ body, ...viewer }, world) {
    const { words, prefix, query, in: parts, projects, trackers, limit, offset } = body
    const queryContext = { ...viewer, now: world.clock.now() }
    const page = { limit, offset }
    const { hits, size } = await searchArtifacts(world, queryContext, {
      phrases: parseSearchWords(words, prefix),
      parts,
      query,
      // Ids in the body are validated by the lookup.
      projects: (projects as ProjectId[] | undefined) ?? null,
      trackers: (trackers as TrackerId[] | undefined) ?? null,
      page,
    })
    const bodies = await renderArtifacts(
      world,
      viewer,
      hits.map(({ artifactVersion }) => artifactVersion),
      'none',
    )
    const texts = hits.flatMap((each) => {
      const artifact = bodies.get(each.id)?.text
      if (artifact === undefined) return []
      return [`{"artifact":${artifact},${stringifyWellFormed(representSearchHit(each)).slice(1)}`]
    })
    return { json: `{"collection":[${texts.join(',')}]}`, page: { ...page, size, max: maxLimit } }
  },
})
