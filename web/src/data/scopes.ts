import type { UseQueryResult } from '@tanstack/react-query'
import type { Failure } from './failure.ts'
import { useResource } from './queries.ts'
import { scopesQuery } from './route-queries.ts'

/** Scopes of keys and applications with descriptions of the server. */
export interface ScopeInWords {
  readonly identifier: string
  readonly label: string
  readonly allows: string
  readonly does_not_allow: string
  readonly for: readonly ('access_key' | 'oauth2_app')[]
}

const { path, query, staleTime } = scopesQuery

export const useScopes = (): UseQueryResult<readonly ScopeInWords[], Failure> =>
  useResource<readonly ScopeInWords[]>(path, query, { staleTime })
