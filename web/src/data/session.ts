import type { UseQueryResult } from '@tanstack/react-query'
import type { CurrentSessionRepresentation } from '../../../src/platform/representations/session.ts'
import { change } from './client.ts'
import { forgetDrafts } from './drafts.ts'
import type { Failure } from './failure.ts'
import { sessionRead } from './first-reads.ts'
import { keyOf, memory, useRead } from './queries.ts'

/** Who is signed in with this browser, and what a page must know before anybody is. */
export type Session = CurrentSessionRepresentation
export type Factor = NonNullable<Session['pending']>['factors'][number]

const { path, query, staleTime } = sessionRead()

export const useSession = (): UseQueryResult<Session, Failure> => useRead<Session>(path, query, { staleTime })

/** Whether that account waits for the answer to a letter that went to this address, as is known since it was read last. */
export function isAddressAwaited(account: number | null, email: string): boolean {
  const session = memory.getQueryData<Session>(keyOf('/session'))
  return session?.pending_email === email && session.user?.id === account
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly is_remembered: boolean
}

export const signIn = (credentials: Credentials): Promise<Session> => change('POST', '/session', credentials)

export const giveCode = (factor: 'totp' | 'recovery_code', code: string): Promise<Session> =>
  change('POST', `/session/${factor}`, { code })

/** Ends the session; nothing that was read as somebody stays. */
export async function signOut(): Promise<void> {
  await change('DELETE', '/session')
  forgetDrafts()
  await forgetEverything()
}

/** Whoever signs in or out sees other things: all of it is read anew. */
export async function forgetEverything(): Promise<void> {
  memory.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  await memory.invalidateQueries({ queryKey: keyOf('/session') })
}
