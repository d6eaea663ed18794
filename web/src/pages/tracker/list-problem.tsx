import type { ReactNode } from 'react'
import type { Failure } from '../../data/failure.ts'
import { queryCache } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './tracker-page.module.css'

/** Why there is no list, board or chart: the query, or a failure of the server or the connection. */
export const ListProblem = ({ failure }: { readonly failure: Failure }): ReactNode => (
  <div className={styles.message}>
    {failure.status === 400 ? (
      <Notice kind="negative" title={texts.tracker.queryProblem}>
        {failure.message}
      </Notice>
    ) : (
      <Notice kind="negative" title={texts.states.failed}>
        <p>{failure.message}</p>
        <Button onPress={readAgain}>{texts.states.again}</Button>
      </Notice>
    )}
  </div>
)

/** Repeats all that failed, such as the rows and their sums. */
const readAgain = (): void =>
  void queryCache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
