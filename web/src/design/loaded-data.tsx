import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Failure } from '../data/failure.ts'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

/** A query of one page or of several. */
interface Query<T> extends Pick<UseQueryResult<T, Failure>, 'data' | 'error' | 'failureReason'> {
  refetch(): Promise<unknown>
}

interface LoadedProps<T> {
  readonly from: Query<T>
  readonly skeleton?: ReactNode
  /** Instead of the notice that another attempt follows. */
  readonly retrying?: ReactNode
  /** Instead of the notice with a second try. */
  readonly failed?: (failure: Failure) => ReactNode
  readonly children: (data: T) => ReactNode
}

/** Shows loaded data, its skeleton while loading, or the error with a retry button. */
export function Loaded<T>({ from, skeleton, retrying, failed, children }: LoadedProps<T>): ReactNode {
  if (from.data !== undefined) return children(from.data)
  if (from.error === null && from.failureReason === null) return skeleton ?? <Skeleton />
  // Another attempt follows by itself.
  if (from.error === null) return retrying ?? <Notice kind="caution" title={texts.states.retrying} />
  if (failed !== undefined) return failed(from.error)
  return (
    <Notice kind="negative" title={texts.states.failed}>
      <p>{from.error.message}</p>
      <Button onPress={() => void from.refetch()}>{texts.states.again}</Button>
    </Notice>
  )
}
