import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Failure } from '../data/failure.ts'
import { useSession } from '../data/session.ts'
import { Button } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { Loaded } from '../design/loaded-data.tsx'
import { texts } from '../texts/texts.ts'
import { NotFound } from './not-found.tsx'

interface QueryResultProps<T> {
  readonly from: UseQueryResult<T, Failure>
  readonly skeleton?: ReactNode
  /** Instead of the not-found page, for a signed-in user who may know that the page exists. */
  readonly refused?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** Shows the resource of a page, or the not-found page. */
export function QueryResult<T>({ from, skeleton, refused, children }: QueryResultProps<T>): ReactNode {
  // Signed out meanwhile, a user may try again, which opens the sign-in dialog.
  const isVisitor = !useSession().data?.user
  return (
    <Loaded
      from={from}
      skeleton={skeleton}
      retrying={<EmptyState isPage icon="warning" title={texts.states.retrying} />}
      failed={(failure) =>
        failure.status === 403 && refused !== undefined ? (
          refused
        ) : [400, 403, 404].includes(failure.status) || (failure.status === 401 && isVisitor) ? (
          <NotFound />
        ) : (
          <EmptyState
            isPage
            icon="warning"
            title={texts.states.failed}
            action={<Button onPress={() => void from.refetch()}>{texts.states.again}</Button>}
          >
            {failure.message}
          </EmptyState>
        )
      }
    >
      {children}
    </Loaded>
  )
}
