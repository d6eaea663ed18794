import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { CurrentSessionRepresentation } from '../../../src/platform/representations/session.ts'
import type { ProjectRepresentation } from '../../../src/projects/representations/project.ts'
import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import { type FirstRead, one, page, stream } from './first-read.ts'

type Session = CurrentSessionRepresentation

/** Every page: who is there. */
export const sessionRead = (next?: (session: Session) => readonly FirstRead[]): FirstRead =>
  one<Session>('/session', { staleTime: 60_000, next })

/** Pages of projects: what one may do there. */
export const membershipRead = one('/users/self/membership', { query: { scope: 'project', format: 'id' } })

const sessionInProject = sessionRead(({ user }) => (user === null ? [] : [membershipRead]))

export const projectListRead = (asked: URLSearchParams): FirstRead => {
  const criterion = { mine: { is_member_of: true }, administered: { is_admin_of: true } }[asked.get('show') ?? '']
  const query = criterion && JSON.stringify(criterion)
  return page('/projects', {
    query: { limit: 30, offset: offsetIn(asked), query, search: asked.get('q') || undefined },
  })
}

/** Addresses of old name a project by its number. */
export const isNumber = (name: string): boolean => /^\d+$/.test(name)

export const projectNamedRead = (
  name: string,
  next: (project: ProjectRepresentation) => readonly FirstRead[] = () => [],
): FirstRead =>
  isNumber(name)
    ? one<ProjectRepresentation>(`/projects/${name}`, { next })
    : page<readonly ProjectRepresentation[]>('/projects', {
        query: { query: JSON.stringify({ shortname: name }), limit: 1 },
        next: (found) => found.flatMap(next),
      })

export const trackerListRead = (project: number): FirstRead =>
  page(`/projects/${project}/trackers`, { query: { limit: 50 } })

/** What the rail shows of a project. */
export const railRead = (project: number): FirstRead =>
  page(`/projects/${project}/trackers`, { query: { representation: 'minimal', limit: 50 } })

export const servicesRead = (project: number): FirstRead =>
  one(`/projects/${project}/project_services`, { query: { limit: 50 }, staleTime: 60_000 })

const placesOf = (project: number): readonly FirstRead[] => [
  railRead(project),
  servicesRead(project),
  one(`/projects/${project}`),
]

/** Its structure changes rarely. */
export const trackerRead = (
  id: number | string,
  next?: (tracker: TrackerRepresentation) => readonly FirstRead[],
): FirstRead => one<TrackerRepresentation>(`/trackers/${id}`, { staleTime: 300_000, next })

export const artifactListRead = (tracker: number | string, query: string, offset: number): FirstRead =>
  page(`/trackers/${tracker}/artifacts`, {
    query: { limit: 50, offset, order: 'desc', expert_query: query === '' ? undefined : query },
  })

export const historyRead = (artifact: number | string): FirstRead =>
  stream(`/artifacts/${artifact}/changesets`, { query: { limit: 50, offset: 0 } })

export const scopesRead = one('/scopes', { staleTime: 3_600_000 })

export const keyListRead = (user: number, offset: number): FirstRead =>
  page(`/users/${user}/access_keys`, { query: { limit: 50, offset } })

/** Where the page of a collection begins that the address asks for. */
export const offsetIn = (search: URLSearchParams): number => Math.max(0, Number(search.get('offset') ?? 0) || 0)

/** What a page that is opened at an address reads first. */
export type FirstReads = (params: Readonly<Record<string, string>>, search: URLSearchParams) => readonly FirstRead[]

export const readsOfAny: FirstReads = () => [sessionRead()]

export const readsOfProjects: FirstReads = (_, search) => [sessionRead(), projectListRead(search)]

export const readsOfProject: FirstReads = ({ shortname = '' }) => [
  sessionInProject,
  projectNamedRead(shortname, ({ id }) => [trackerListRead(id), ...placesOf(id)]),
]

export const readsOfTracker: FirstReads = ({ id = '' }, search) => [
  sessionInProject,
  trackerRead(id, ({ project }) => placesOf(project.id)),
  artifactListRead(id, search.get('q') ?? '', offsetIn(search)),
]

export const readsOfArtifact: FirstReads = ({ id = '' }) => [
  sessionInProject,
  one<ArtifactRepresentation>(`/artifacts/${id}`, {
    next: ({ tracker, project }) => [trackerRead(tracker.id), ...placesOf(project.id)],
  }),
  historyRead(id),
]

export const readsOfKeys: FirstReads = (_, search) => [
  sessionRead(({ user }) => (user?.id == null ? [] : [keyListRead(user.id, offsetIn(search)), scopesRead])),
]
