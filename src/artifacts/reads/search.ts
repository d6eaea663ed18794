import { listGroups } from '../../accounts/model/groups.ts'
import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { toReadableText } from '../../fields/texts/searchable-text.ts'
import { formatNumber, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Phrase } from '../../kit/text/words.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { QueryContext } from '../../queries/reads/search-context.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { filterReadableFields, isTrackerAdministrator } from '../../trackers/policy.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import type { SearchHit, SearchHitPart } from '../model/search-hit.ts'
import { buildSnippet } from '../model/snippet.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import {
  type CommentReaders,
  findComments,
  loadRankedArtifacts,
  type MatchingComment,
  type SearchedTexts,
} from '../store/search.ts'
import {
  buildTrackersVisibilityCondition,
  compileCrossTrackerCondition,
  loadSearchableTrackers,
  type SearchableTracker,
} from './cross-tracker-artifacts.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

type SearchedPart = 'titles' | 'texts' | 'comments'

interface SearchRequest {
  readonly phrases: readonly Phrase[]
  readonly parts: readonly SearchedPart[]
  /** In the query language; '' for none. */
  readonly query: string
  /** null: everything that the caller sees */
  readonly projects: readonly ProjectId[] | null
  readonly trackers: readonly TrackerId[] | null
  readonly page: Page
}

const maxParts = 3

/**
 * Returns visible artifacts that contain all words in texts that the caller may read; best first, with the total
 * number.
 */
export async function searchArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  queryContext: QueryContext,
  { phrases, parts, query, page, ...selection }: SearchRequest,
): Promise<{ readonly hits: readonly SearchHit[]; readonly size: number }> {
  const { read, longRead } = world.db
  const selected = selectTrackers(await loadSearchableTrackers(world, queryContext.caller), selection)
  const { where, places: searchable } =
    query.trim() === ''
      ? { where: buildTrackersVisibilityCondition(selected), places: selected }
      : await compileCrossTrackerCondition(world, queryContext, selected, query)
  const within = listSearchableTexts(queryContext.caller, searchable, parts)
  const { hits, size } = await loadRankedArtifacts(longRead, phrases, within, where, page)
  const ids = hits.map(({ id }) => id)
  // An artifact that changed after it was found may be hidden now.
  const visibleArtifacts = await filterVisibleArtifacts(
    world,
    queryContext.caller,
    await loadArtifactVersions(read, ids),
  )
  const [artifacts, comments] = await Promise.all([
    loadArtifacts(read, ids),
    within.comments === null ? [] : findComments(longRead, ids, phrases, within.comments, maxParts),
  ])
  const versions = new Map(visibleArtifacts.map((artifactVersion) => [artifactVersion.id, artifactVersion]))
  const commentsByArtifact = Map.groupBy(comments, ({ artifactId }) => artifactId)
  const fields = new Map(searchable.map(({ tracker }) => [tracker.id, searchedFields(tracker, within)]))
  return {
    size,
    hits: hits.flatMap((each): SearchHit[] => {
      const [artifactVersion, artifact] = [versions.get(each.id), artifacts.get(each.id)]
      if (artifactVersion === undefined || artifact === undefined) return []
      const inFields = fields.get(artifact.trackerId) ?? []
      return [
        {
          ...each,
          artifactVersion,
          parts: matchingParts(artifact, inFields, commentsByArtifact.get(each.id) ?? [], phrases),
        },
      ]
    }),
  }
}

/** Selects trackers by id; throws for trackers and projects that the caller does not see. */
export function selectTrackers(
  searchable: readonly SearchableTracker[],
  { projects, trackers }: Pick<SearchRequest, 'projects' | 'trackers'>,
): readonly SearchableTracker[] {
  const searchableIds = { projects: new Set<number>(), trackers: new Set<number>() }
  for (const { tracker, project } of searchable) {
    searchableIds.projects.add(project.id)
    searchableIds.trackers.add(tracker.id)
  }
  const missing = (trackers ?? []).filter((id) => !searchableIds.trackers.has(id))
  if (missing.length > 0)
    throw new Refusal('invalid', message`Trackers not found: ${missing.map(formatNumber).join(', ')}`)
  const empty = (projects ?? []).filter((id) => !searchableIds.projects.has(id))
  if (empty.length > 0)
    throw new Refusal(
      'invalid',
      message`Projects not found or without visible trackers: ${empty.map(formatNumber).join(', ')}`,
    )
  return searchable.filter(
    ({ tracker, project }) =>
      (projects === null || projects.includes(project.id)) && (trackers === null || trackers.includes(tracker.id)),
  )
}

/** Fields and comments that the caller reads. */
export function listSearchableTexts(
  caller: Caller,
  searchable: readonly SearchableTracker[],
  parts: readonly SearchedPart[],
): SearchedTexts {
  const fields = searchable.flatMap(({ tracker }) => {
    const readable = filterReadableFields(caller, tracker).filter(isSearchable)
    return readable.map(({ id }) => ({ id, isTitle: tracker.semantics.title?.field === id }))
  })
  return {
    titles: parts.includes('titles') ? fields.filter(({ isTitle }) => isTitle).map(({ id }) => id) : [],
    texts: parts.includes('texts') ? fields.filter(({ isTitle }) => !isTitle).map(({ id }) => id) : [],
    comments: parts.includes('comments')
      ? listCommentReaders(
          caller,
          searchable.map(({ tracker }) => tracker),
        )
      : null,
  }
}

/** Returns which private comments the caller reads in these trackers. */
export function listCommentReaders(caller: Caller, trackers: readonly Tracker[]): CommentReaders[] {
  const readersOf = (tracker: Tracker): readonly number[] | null =>
    isTrackerAdministrator(caller, tracker) ? null : [...listGroups(caller, tracker.projectId)]
  const readers = Map.groupBy(trackers, (tracker) => JSON.stringify(readersOf(tracker)))
  return [...readers].map(([groups, alike]) => ({
    trackers: alike.map(({ id }) => id),
    groups: JSON.parse(groups) as CommentReaders['groups'],
  }))
}

const isSearchable = ({ type }: Field): boolean => getFieldType(type).storage?.families?.includes('text') ?? false

/** Returns the searched fields of a tracker, the title first. */
function searchedFields(tracker: Tracker, { titles, texts }: SearchedTexts): readonly Field[] {
  const [ofTitle, others] = [new Set(titles), new Set(texts)]
  return [
    ...tracker.fields.filter(({ id }) => ofTitle.has(id)),
    ...tracker.fields.filter(({ id }) => others.has(id) && !ofTitle.has(id)),
  ]
}

function matchingParts(
  artifact: Artifact,
  fields: readonly Field[],
  comments: readonly MatchingComment[],
  phrases: readonly Phrase[],
): SearchHitPart[] {
  const inFields = fields.flatMap((field): SearchHitPart[] => {
    const value = artifact.values[field.id]
    const texts = value === undefined ? [] : (getFieldType(field.type).storage?.texts?.(value) ?? [])
    return texts.flatMap((text) => {
      const snippet = buildSnippet(toReadableText(text), phrases)
      return snippet === undefined ? [] : [{ ...snippet, field, changesetId: null }]
    })
  })
  const inComments = comments.flatMap(({ changesetId, text }): SearchHitPart[] => {
    const snippet = buildSnippet(toReadableText(text), phrases)
    return snippet === undefined ? [] : [{ ...snippet, field: null, changesetId }]
  })
  return [...inFields, ...inComments].slice(0, maxParts)
}
