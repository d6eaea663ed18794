import type { MinimalUserRepresentation } from '../../../src/accounts/representations/user.ts'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { ListedArtifactRepresentation } from '../../../src/artifacts/representations/brief-artifact.ts'
import { readResource } from './client.ts'

export type SuggestedArtifact = ListedArtifactRepresentation

/** Users that a field offers, by the beginnings of their names and logins. */
export const suggestUsers = (
  query: string,
  project: number,
  field: number,
  signal: AbortSignal,
): Promise<readonly MinimalUserRepresentation[]> =>
  readResource<readonly MinimalUserRepresentation[]>(
    `/projects/${project}/user_suggestions`,
    { query, field_id: field, limit: 20 },
    signal,
  )

/** Members of a project, by the beginnings of their names and logins. */
export const suggestMembers = (
  query: string,
  project: number,
  signal: AbortSignal,
): Promise<readonly MinimalUserRepresentation[]> =>
  readResource<readonly MinimalUserRepresentation[]>(
    `/projects/${project}/user_suggestions`,
    { query, limit: 8 },
    signal,
  )

/** Artifacts of a project by number (`12`, `#12`, `bug #12`) or by words of their titles. */
export const suggestArtifacts = (
  query: string,
  project: number,
  signal: AbortSignal,
): Promise<readonly SuggestedArtifact[]> =>
  readResource<readonly SuggestedArtifact[]>('/artifact_suggestions', { query, project_id: project, limit: 10 }, signal)

/** The visible ones of some artifacts, at most 100; `fields`: ids of the fields whose values are wanted, else all. */
export async function readByIds(
  ids: readonly number[],
  signal?: AbortSignal,
  fields: readonly number[] = [],
): Promise<readonly ArtifactRepresentation[]> {
  const query = { query: JSON.stringify({ id: ids }), fields: fields.length > 0 ? fields.join(',') : undefined }
  return (await readResource<{ collection: readonly ArtifactRepresentation[] }>('/artifacts', query, signal)).collection
}
