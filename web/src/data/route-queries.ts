import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import type { CurrentSessionRepresentation } from '../../../src/site/representations/session.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { type PrefetchQuery, pageQuery, singleQuery, textQuery } from './prefetch-query.ts'

type Session = CurrentSessionRepresentation

/** Session, for every page. */
export const sessionQuery = (next?: (session: Session) => readonly PrefetchQuery[]): PrefetchQuery =>
  singleQuery<Session>('/session', { staleTime: 60_000, next })

/** Memberships, for pages of projects. */
export const membershipQuery = singleQuery('/users/self/membership', { query: { scope: 'project', format: 'id' } })

const sessionInProject = sessionQuery(({ user }) => (user === null ? [] : [membershipQuery]))

export const projectListQuery = (parameters: URLSearchParams): PrefetchQuery => {
  const criterion = { mine: { is_member_of: true }, administered: { is_admin_of: true } }[parameters.get('show') ?? '']
  const query = criterion && JSON.stringify(criterion)
  return pageQuery('/projects', {
    query: { limit: 30, offset: readOffset(parameters), query, search: parameters.get('q') || undefined },
  })
}

/** A page of the artifacts of the user: open ones assigned to or submitted by the user, or watched ones. */
export const ownArtifactsQuery = (parameters: URLSearchParams): PrefetchQuery => {
  const show = parameters.get('show')
  const page = { limit: 100, offset: readOffset(parameters) }
  if (show === 'watched') return pageQuery('/users/self/watched_artifacts', { query: page })
  const query = JSON.stringify(show === 'submitted' ? { submitted_by: true } : { assigned_to: true })
  return pageQuery('/users/self/artifacts', { query: { ...page, query } })
}

/** Addresses of old name a project by its number. */
export const isNumber = (name: string): boolean => /^\d+$/.test(name)

export const projectByNameQuery = (
  name: string,
  next: (project: ProjectRepresentation) => readonly PrefetchQuery[] = () => [],
): PrefetchQuery =>
  isNumber(name)
    ? singleQuery<ProjectRepresentation>(`/projects/${name}`, { next })
    : pageQuery<readonly ProjectRepresentation[]>('/projects', {
        query: { query: JSON.stringify({ shortname: name }), limit: 1 },
        next: (found) => found.flatMap(next),
      })

export const trackerListQuery = (project: number): PrefetchQuery =>
  pageQuery(`/projects/${project}/trackers`, { query: { limit: 50 } })

/** How many artifacts the user sees in each tracker of a project. */
export const trackerCountsQuery = (project: number): PrefetchQuery => singleQuery(`/projects/${project}/tracker_counts`)

export const activityQuery = (project: number): PrefetchQuery =>
  singleQuery(`/projects/${project}/activity`, { query: { days: 14, limit: 12 } })

/** Queries of the navigation rail for a project. */
export const railQuery = (project: number): PrefetchQuery =>
  pageQuery(`/projects/${project}/trackers`, { query: { representation: 'minimal', limit: 50 } })

export const servicesQuery = (project: number): PrefetchQuery =>
  singleQuery(`/projects/${project}/project_services`, { query: { limit: 50 }, staleTime: 60_000 })

const placesOf = (project: number): readonly PrefetchQuery[] => [
  railQuery(project),
  servicesQuery(project),
  singleQuery(`/projects/${project}`),
]

/** Its structure changes rarely. */
export const trackerQuery = (
  id: number | string,
  next?: (tracker: TrackerRepresentation) => readonly PrefetchQuery[],
): PrefetchQuery => singleQuery<TrackerRepresentation>(`/trackers/${id}`, { staleTime: 300_000, next })

export const artifactPageSize = 50

export interface ArtifactListOptions {
  /** TQL with its order; empty: all, newest first. */
  readonly query?: string
  readonly isOrdered?: boolean
  readonly hasValues?: boolean
}

export const artifactListQuery = (
  tracker: number | string,
  { query = '', isOrdered = false, hasValues = false }: ArtifactListOptions = {},
  offset = 0,
): PrefetchQuery =>
  pageQuery(`/trackers/${tracker}/artifacts`, {
    query: {
      limit: artifactPageSize,
      offset,
      order: isOrdered ? undefined : 'desc',
      expert_query: query === '' ? undefined : query,
      values: hasValues ? 'all' : undefined,
    },
  })

/** An artifact for its page, with what the user may do with it. */
export const artifactQuery = (
  id: number | string,
  next?: (artifact: ArtifactRepresentation) => readonly PrefetchQuery[],
): PrefetchQuery =>
  singleQuery<ArtifactRepresentation>(`/artifacts/${id}`, {
    query: {
      include: 'can_update,can_delete,can_move,has_private_comments,allowed_transitions,frozen_fields,hidden_fieldsets',
    },
    next,
  })

export const historyQuery = (artifact: number | string): PrefetchQuery =>
  textQuery(`/artifacts/${artifact}/changesets`, {
    query: { limit: 50, offset: 0, order: 'desc', values: 'changed', include: 'can_update' },
  })

/** A page of the full history; its filters are in the URL. */
export const filteredHistoryQuery = (artifact: number | string, search: URLSearchParams): PrefetchQuery =>
  pageQuery(`/artifacts/${artifact}/changesets`, {
    query: {
      limit: 50,
      offset: readOffset(search),
      order: 'desc',
      values: 'changed',
      include: 'can_update',
      field_id: search.get('field') || undefined,
      user_id: search.get('user') || undefined,
      changeset_id: search.get('changeset') || undefined,
    },
  })

export const scopesQuery = singleQuery('/scopes', { staleTime: 3_600_000 })

export const keyListQuery = (user: number, offset: number): PrefetchQuery =>
  pageQuery(`/users/${user}/access_keys`, { query: { limit: 50, offset } })

/** Offset of a collection page, from the URL. */
export const readOffset = (search: URLSearchParams): number => Math.max(0, Number(search.get('offset') ?? 0) || 0)

/** Queries of the page at a URL. */
export type RouteQueries = (
  params: Readonly<Record<string, string>>,
  search: URLSearchParams,
) => readonly PrefetchQuery[]

export const listCommonQueries: RouteQueries = () => [sessionQuery()]

export const listHomeQueries: RouteQueries = (_, search) => [
  sessionQuery(({ user }) => (user === null ? [] : [ownArtifactsQuery(search)])),
]

export const listProjectsQueries: RouteQueries = (_, search) => [sessionQuery(), projectListQuery(search)]

export const listProjectQueries: RouteQueries = ({ shortname = '' }) => [
  sessionInProject,
  projectByNameQuery(shortname, ({ id }) => [
    trackerListQuery(id),
    trackerCountsQuery(id),
    activityQuery(id),
    railQuery(id),
    servicesQuery(id),
  ]),
]

export const listTrackerQueries: RouteQueries = ({ id = '' }, search) => [
  sessionInProject,
  trackerQuery(id, ({ project }) => placesOf(project.id)),
  // Conditions need the structure of the tracker.
  ...([...search.keys()].every((name) => name === 'peek') ? [artifactListQuery(id)] : []),
  ...listPeekQueries(search.get('peek')),
]

/** Queries of an artifact that is open next to a list. */
const listPeekQueries = (id: string | null): readonly PrefetchQuery[] =>
  id === null || !isNumber(id) ? [] : [artifactQuery(id), historyQuery(id)]

export const listNewArtifactQueries: RouteQueries = ({ id = '' }) => [
  sessionInProject,
  trackerQuery(id, ({ project }) => placesOf(project.id)),
]

export const listArtifactQueries: RouteQueries = ({ id = '' }) => [
  sessionInProject,
  artifactQuery(id, ({ tracker, project }) => [trackerQuery(tracker.id), ...placesOf(project.id)]),
  historyQuery(id),
]

export const listHistoryQueries: RouteQueries = ({ id = '' }, search) => [
  sessionInProject,
  artifactQuery(id, ({ tracker, project }) => [trackerQuery(tracker.id), ...placesOf(project.id)]),
  filteredHistoryQuery(id, search),
]

export const listKeyQueries: RouteQueries = (_, search) => [
  sessionQuery(({ user }) => (user?.id == null ? [] : [keyListQuery(user.id, readOffset(search)), scopesQuery])),
]
