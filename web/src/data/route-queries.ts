import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { NavigationRepresentation } from '../../../src/navigation/representations/navigation.ts'
import type { CurrentSessionRepresentation } from '../../../src/sign-in/representations/session.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { type PrefetchQuery, pageQuery, singleQuery, textQuery } from './prefetch-query.ts'

type Session = CurrentSessionRepresentation

/** Session, for every page. */
export const sessionQuery = (next?: (session: Session) => readonly PrefetchQuery[]): PrefetchQuery =>
  singleQuery<Session>('/session', { staleTime: 60_000, next })

/** What names the project of a page: the project itself, or something in it; nothing: only the numbers of the user. */
export interface ProjectKey {
  readonly project_id?: number | undefined
  readonly shortname?: string | undefined
  readonly tracker_id?: string | undefined
  readonly artifact_id?: string | undefined
}

/** Numbers of items of the user, and the project with its places. */
export const navigationQuery = (
  key: ProjectKey = {},
  next?: (navigation: NavigationRepresentation) => readonly PrefetchQuery[],
): PrefetchQuery => {
  const isEmpty = Object.keys(key).length === 0
  return singleQuery<NavigationRepresentation>('/navigation', {
    ...(isEmpty ? {} : { query: { ...key } }),
    staleTime: 60_000,
    next,
  })
}

export const projectListQuery = (parameters: URLSearchParams): PrefetchQuery => {
  const criterion = { mine: { is_member_of: true }, administered: { is_admin_of: true } }[parameters.get('show') ?? '']
  const query = criterion && JSON.stringify(criterion)
  return pageQuery('/projects', {
    query: { limit: 30, offset: readOffset(parameters), query, search: parameters.get('q') || undefined },
  })
}

/** A page of the artifacts of the user: open ones assigned to or submitted by the user, watched or seen ones. */
export const ownArtifactsQuery = (parameters: URLSearchParams): PrefetchQuery => {
  const show = parameters.get('show')
  const page = { limit: 100, offset: readOffset(parameters) }
  const include = 'full_status,is_open,status_place,due_date'
  if (show === 'watched' || show === 'seen')
    return pageQuery(`/users/self/${show === 'seen' ? 'visited' : 'watched'}_artifacts`, {
      query: { ...page, include },
    })
  const query = JSON.stringify(show === 'submitted' ? { submitted_by: true } : { assigned_to: true })
  return pageQuery('/users/self/artifacts', { query: { ...page, query, include } })
}

/** Addresses of old name a project by its number. */
export const isNumber = (name: string): boolean => /^\d+$/.test(name)

/** A project by the part of a URL that names it. */
export const projectKeyOf = (name: string): ProjectKey =>
  isNumber(name) ? { project_id: Number(name) } : { shortname: name }

/** Changes and commits that the overview of a project shows. */
export const activityLimit = 12

export const activityQuery = (project: number): PrefetchQuery =>
  singleQuery(`/projects/${project}/activity`, { query: { days: 14, limit: activityLimit } })

/** The open artifacts of a project whose timeframe has ended. */
export const lateQuery = (project: number): PrefetchQuery =>
  singleQuery(`/projects/${project}/late_artifacts`, { query: { limit: 5 } })

/** The first members of a project. */
export const memberListQuery = (project: number): PrefetchQuery =>
  pageQuery(`/projects/${project}/members`, { query: { limit: 50 } })

/** Its structure changes rarely. */
export const trackerQuery = (
  id: number | string,
  next?: (tracker: TrackerRepresentation) => readonly PrefetchQuery[],
): PrefetchQuery =>
  singleQuery<TrackerRepresentation>(`/trackers/${id}`, {
    query: { include: 'columns,default_report' },
    staleTime: 300_000,
    next,
  })

export const artifactPageSize = 50

export interface ArtifactListOptions {
  /** TQL with its order; empty: all, newest first. */
  readonly query?: string
  readonly isOrdered?: boolean
  /** Ids of the fields whose values are shown; other values are not requested. */
  readonly fields?: readonly number[]
}

export const artifactListQuery = (
  tracker: number | string,
  { query = '', isOrdered = false, fields = [] }: ArtifactListOptions = {},
  offset = 0,
): PrefetchQuery =>
  pageQuery(`/trackers/${tracker}/artifacts`, {
    query: {
      limit: artifactPageSize,
      offset,
      order: isOrdered ? undefined : 'desc',
      expert_query: query === '' ? undefined : query,
      values: fields.length > 0 ? 'all' : undefined,
      // The same fields in another order of columns are the same request.
      fields: fields.length > 0 ? fields.toSorted((a, b) => a - b).join(',') : undefined,
      include: 'children',
    },
  })

/** An artifact for its page, with what the user may do with it. */
export const artifactQuery = (
  id: number | string,
  next?: (artifact: ArtifactRepresentation) => readonly PrefetchQuery[],
): PrefetchQuery =>
  singleQuery<ArtifactRepresentation>(`/artifacts/${id}`, {
    query: {
      include:
        'can_update,can_delete,can_move,has_private_comments,allowed_transitions,frozen_fields,hidden_fieldsets,linked_artifacts',
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

/**
 * The account with the login that is a part of a URL, alone in a list, which is empty if there is none. The router leaves
 * the signs encoded that separate the parts of a URL.
 */
export const userQuery = (part: string): PrefetchQuery => {
  const username = part.replaceAll(/%(2[346BCF]|3[ABDF]|40)/gi, decodeURIComponent)
  return singleQuery('/users', { query: { query: JSON.stringify({ username }) } })
}

export const scopesQuery = singleQuery('/scopes', { staleTime: 3_600_000 })

export const keyListQuery = (user: number, offset: number): PrefetchQuery =>
  pageQuery(`/users/${user}/access_keys`, { query: { limit: 50, offset } })

/** Offset of a collection page, from the URL. */
export const readOffset = (search: URLSearchParams): number => Math.max(0, Number(search.get('offset') ?? 0) || 0)

/** `first`: the page that the browser opened; what it needs is requested at once, by what its URL names. */
export type View = 'first' | 'later'

/** Queries of the page at a URL. */
export type RouteQueries = (
  params: Readonly<Record<string, string>>,
  search: URLSearchParams,
  view: View,
) => readonly PrefetchQuery[]

/** For pages without a frame. */
export const listSessionQueries: RouteQueries = () => [sessionQuery()]

const ownQuery = sessionQuery(({ user }) => (user === null ? [] : [navigationQuery()]))

/** For pages outside of projects. */
export const listCommonQueries: RouteQueries = () => [ownQuery]

export const listHomeQueries: RouteQueries = (_, search) => [
  sessionQuery(({ user }) => (user === null ? [] : [navigationQuery(), ownArtifactsQuery(search)])),
]

export const listProjectsQueries: RouteQueries = (_, search) => [ownQuery, projectListQuery(search)]

export const listUserQueries: RouteQueries = ({ login = '' }) => [ownQuery, userQuery(login)]

/** For pages whose URL begins with a project. */
export const listInProjectQueries: RouteQueries = ({ shortname = '' }) => [
  sessionQuery(),
  navigationQuery(projectKeyOf(shortname)),
]

export const listProjectQueries: RouteQueries = ({ shortname = '' }) => [
  sessionQuery(),
  navigationQuery(projectKeyOf(shortname), ({ project }) => {
    if (project === null) return []
    const { id, is_member_of, is_administrator } = project
    return [activityQuery(id), lateQuery(id), ...(is_member_of || is_administrator ? [memberListQuery(id)] : [])]
  }),
]

/** Later the project is known by its id as soon as one of its pages was open. */
const placesLater = (view: View, project: number): readonly PrefetchQuery[] =>
  view === 'first' ? [] : [navigationQuery({ project_id: project })]

export const listTrackerQueries: RouteQueries = ({ id = '' }, search, view) => {
  const names = [...search.keys()].filter((name) => name !== 'peek')
  const all = artifactListQuery(id)
  return [
    sessionQuery(),
    ...(view === 'first' ? [navigationQuery({ tracker_id: id })] : []),
    trackerQuery(id, ({ project, default_report: report }) => [
      ...placesLater(view, project.id),
      ...(names.length === 0 && report === null ? [all] : []),
    ]),
    // Conditions need the structure of the tracker, and so does its default report.
    ...(names.join() === 'report' && search.get('report') === 'all' ? [all] : []),
    ...listPeekQueries(search.get('peek')),
  ]
}

/** Queries of an artifact that is open next to a list. */
const listPeekQueries = (id: string | null): readonly PrefetchQuery[] =>
  id === null || !isNumber(id) ? [] : [artifactQuery(id), historyQuery(id)]

/** Pages that administer a tracker read its structure. */
export const listTrackerAdminQueries: RouteQueries = ({ id = '' }, _, view) => [
  sessionQuery(),
  ...(view === 'first' ? [navigationQuery({ tracker_id: id })] : []),
  trackerQuery(id, ({ project }) => placesLater(view, project.id)),
]

export const listNewArtifactQueries: RouteQueries = ({ id = '' }, _, view) => [
  sessionQuery(),
  ...(view === 'first' ? [navigationQuery({ tracker_id: id })] : []),
  trackerQuery(id, ({ project }) => placesLater(view, project.id)),
]

export const listArtifactQueries: RouteQueries = ({ id = '' }, _, view) => [
  sessionQuery(),
  ...(view === 'first' ? [navigationQuery({ artifact_id: id })] : []),
  artifactQuery(id, ({ tracker, project }) => [trackerQuery(tracker.id), ...placesLater(view, project.id)]),
  historyQuery(id),
]

/** The structure of the tracker is only needed for the choices of the filters and the shapes, after the first view. */
export const listHistoryQueries: RouteQueries = ({ id = '' }, search, view) => [
  sessionQuery(),
  ...(view === 'first' ? [navigationQuery({ artifact_id: id })] : []),
  artifactQuery(id, ({ project }) => placesLater(view, project.id)),
  filteredHistoryQuery(id, search),
]

export const listKeyQueries: RouteQueries = (_, search) => [
  sessionQuery(({ user }) => [
    ...(user === null ? [] : [navigationQuery()]),
    ...(user?.id == null ? [] : [keyListQuery(user.id, readOffset(search)), scopesQuery]),
  ]),
]
