import { tokenizeWords } from '../../kit/text/words.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import { artifactKeywords } from '../model/artifact-keywords.ts'
import { type ArtifactReference, parseArtifactReference } from '../model/parse-artifact-reference.ts'
import { parseSearchWords } from '../model/parse-search-words.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { loadLatestIds } from '../store/recent.ts'
import { loadRankedArtifacts } from '../store/search.ts'
import { buildVisibilityCondition } from '../store/visibility-condition.ts'
import {
  buildTrackersVisibilityCondition,
  loadSearchableTrackers,
  type SearchableTracker,
} from './cross-tracker-artifacts.ts'
import { listSearchableTexts, selectTrackers } from './search.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

interface SuggestionQuery {
  /** An id, a reference such as `bug #12`, or words of a title; '': the latest changed artifacts. */
  readonly text: string
  readonly project: ProjectId | null
  readonly tracker: TrackerId | null
  readonly limit: number
}

/**
 * Returns visible artifacts for a picker: first the one with the id that the text is, then those whose titles contain
 * all words, the last of which may be incomplete.
 */
export async function suggestArtifacts(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  { text, project, tracker, limit }: SuggestionQuery,
): Promise<Artifact[]> {
  const trackers = selectTrackers(await loadSearchableTrackers(world, caller), {
    projects: project === null ? null : [project],
    trackers: tracker === null ? null : [tracker],
  })
  const isRestricted = project !== null || tracker !== null
  const reference = parseArtifactReference(text)
  const ids = [
    // Looked up below: the id may belong to no artifact.
    ...(reference === undefined ? [] : [reference.id as ArtifactId]),
    ...(text.trim() !== ''
      ? await findByTitle(world, caller, trackers, text, limit)
      : isRestricted
        ? await loadLatest(world, trackers, limit)
        : []),
  ]
  const artifacts = await loadArtifacts(world.db.read, ids)
  const trackerById = new Map(trackers.map((each) => [each.tracker.id, each]))
  const candidates = [...new Set(ids)].flatMap((id) => {
    const artifact = artifacts.get(id)
    const itsTracker = artifact && trackerById.get(artifact.trackerId)
    if (artifact === undefined || itsTracker === undefined) return []
    return reference?.id === id && !hasKeyword(itsTracker, reference) ? [] : [artifact]
  })
  return (await filterVisibleArtifacts(world, caller, candidates)).slice(0, limit)
}

const hasKeyword = ({ tracker }: SearchableTracker, { keyword }: ArtifactReference): boolean =>
  keyword === null || artifactKeywords.has(keyword) || tracker.itemName.toLowerCase() === keyword

async function findByTitle(
  { db }: Pick<World, 'db'>,
  caller: Caller,
  trackers: readonly SearchableTracker[],
  text: string,
  limit: number,
): Promise<ArtifactId[]> {
  if (trackers.length === 0 || tokenizeWords(text).next().done === true) return []
  const { hits } = await loadRankedArtifacts(
    db.longRead,
    parseSearchWords(text, true),
    listSearchableTexts(caller, trackers, ['titles']),
    buildTrackersVisibilityCondition(trackers),
    { limit, offset: 0 },
  )
  return hits.map(({ id }) => id)
}

const loadLatest = ({ db }: Pick<World, 'db'>, trackers: readonly SearchableTracker[], limit: number) =>
  loadLatestIds(
    db.read,
    trackers.map(({ accessible }) => buildVisibilityCondition([accessible])),
    limit,
  )
