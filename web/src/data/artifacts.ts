import type { UseQueryResult } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { IncludedMembers } from '../../../src/artifacts/representations/included-members.ts'
import type { Failure } from './failure.ts'
import { findInCachedLists, readQuery, useResource } from './queries.ts'
import { artifactQuery } from './route-queries.ts'

/** An artifact with what the user may do with it. */
export type OpenArtifact = ArtifactRepresentation & IncludedMembers

/** An artifact for its page; a list may already have everything except its values. */
export function useArtifact(id: string): UseQueryResult<OpenArtifact, Failure> {
  const { path, query } = artifactQuery(id)
  const findListed = (): OpenArtifact | undefined => {
    const artifact = findInCachedLists<ArtifactRepresentation>(
      /^\/trackers\/\d+\/artifacts$/,
      (each) => String(each.id) === id,
    )
    // Lists may contain some of the values only.
    return artifact && { ...artifact, values: null }
  }
  return useResource<OpenArtifact>(path, query, { placeholder: findListed })
}

/** The same outside of components, from memory if it was read a moment ago. */
export const readArtifact = (id: number): Promise<OpenArtifact> =>
  // Types of answers are those that their address decides.
  readQuery(artifactQuery(id)) as Promise<OpenArtifact>
