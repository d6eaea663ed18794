import type { UseQueryResult } from '@tanstack/react-query'
import type { Failure } from './failure.ts'
import { scopesRead } from './first-reads.ts'
import { useRead } from './queries.ts'

/** What keys and applications can be allowed, in words of the server. */
export interface ScopeInWords {
  readonly identifier: string
  readonly label: string
  readonly allows: string
  readonly does_not_allow: string
  readonly for: readonly ('access_key' | 'oauth2_app')[]
}

const { path, query, staleTime } = scopesRead

export const useScopes = (): UseQueryResult<readonly ScopeInWords[], Failure> =>
  useRead<readonly ScopeInWords[]>(path, query, { staleTime })
