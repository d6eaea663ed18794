import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Failure } from '../data/failure.ts'
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
export const QueryResult = <T,>({ from, skeleton, refused, children }: QueryResultProps<T>): ReactNode => (
  <Loaded
    from={from}
    skeleton={skeleton}
    retrying={<EmptyState isPage icon="warning" title={texts.states.retrying} />}
    failed={(failure) =>
      failure.status === 403 && refused !== undefined ? (
        refused
      ) : [400, 401, 403, 404].includes(failure.status) ? (
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
