import type { UseQueryResult } from '@tanstack/react-query'
import type { CurrentSessionRepresentation } from '../../../src/sign-in/representations/session.ts'
import { sendChange } from './client.ts'
import { removeDrafts } from './drafts.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey, queryCache, useResource } from './queries.ts'
import { removeRecentArtifacts } from './recent-artifacts.ts'
import { sessionQuery } from './route-queries.ts'

/** The session, and what a page needs before sign-in. */
export type Session = CurrentSessionRepresentation
export type Factor = NonNullable<Session['pending']>['factors'][number]

const { path, query, staleTime } = sessionQuery()

export const useSession = (): UseQueryResult<Session, Failure> => useResource<Session>(path, query, { staleTime })

/** Whether that account waits for the answer to a letter that went to this address, as is known since it was read last. */
export function isEmailPending(account: number | null, email: string): boolean {
  const session = queryCache.getQueryData<Session>(buildQueryKey('/session'))
  return session?.pending_email === email && session.user?.id === account
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly is_remembered: boolean
}

export const signIn = (credentials: Credentials): Promise<Session> => sendChange('POST', '/session', credentials)

export const submitCode = (factor: 'totp' | 'recovery_code', code: string): Promise<Session> =>
  sendChange('POST', `/session/${factor}`, { code })

/** Ends the session and clears the cache. */
export async function signOut(): Promise<void> {
  const user = queryCache.getQueryData<Session>(buildQueryKey('/session'))?.user?.id ?? null
  await sendChange('DELETE', '/session')
  removeDrafts(user)
  removeRecentArtifacts(user)
  await clearCache()
}

/** Permissions change with sign-in and sign-out, so all data is reloaded. */
export async function clearCache(): Promise<void> {
  queryCache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  await queryCache.invalidateQueries({ queryKey: buildQueryKey('/session') })
}
