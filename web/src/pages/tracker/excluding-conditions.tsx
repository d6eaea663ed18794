import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { readList } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { buildQueryKey } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { excludingConditionsTexts as words } from '../../texts/part-texts/excluding-conditions-texts.ts'
import styles from './excluding-conditions.module.css'
import { listConditions, type ViewCondition } from './list-conditions.ts'
import { compileView, type View } from './view.ts'

/** Each is a request. */
const maxConditions = 6

interface ExcludingConditionsProps {
  readonly tracker: TrackerRepresentation
  /** It matches no artifact. */
  readonly view: View
  readonly onChange: (change: Partial<View>) => void
}

/** The conditions of a query without which it matches artifacts, to remove one of them. */
export function ExcludingConditions({ tracker, view, onChange }: ExcludingConditionsProps): ReactNode {
  const conditions = listConditions(view, tracker)
  const queries = conditions
    .slice(0, maxConditions)
    .map(({ rest }) => compileView({ ...view, ...rest }, tracker)?.where)
  const { data: counts } = useQuery<readonly number[], Failure>({
    queryKey: [...buildQueryKey(`/trackers/${tracker.id}/artifacts`), 'excluding', queries],
    queryFn: ({ signal }) => Promise.all(queries.map((query) => countArtifacts(tracker.id, query, signal))),
    // The only condition excludes all by itself.
    enabled: conditions.length > 1,
  })
  const excluding = conditions.flatMap((condition, at) => {
    const count = counts?.[at] ?? 0
    return count > 0 ? [{ ...condition, count }] : []
  })
  const remove = ({ rest }: ViewCondition): void => {
    // The button is gone afterwards.
    document.getElementById('content')?.focus({ preventScroll: true })
    onChange(rest)
  }
  return (
    <div role="status">
      {excluding.length > 0 && (
        <div className={styles.conditions}>
          <p>{words.title(excluding.length)}</p>
          <ul>
            {excluding.map((condition) => (
              <li key={condition.label}>
                <Button icon="close" onPress={() => remove(condition)}>
                  {words.remove(condition.label)}
                </Button>
                <span className={styles.count}>{words.found(condition.count)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** How many artifacts match; those of a query with an error are none. */
async function countArtifacts(tracker: number, query: string | undefined, signal: AbortSignal): Promise<number> {
  if (query === undefined) return 0
  const path = `/trackers/${tracker}/artifacts`
  return (await readList(path, { limit: 1, expert_query: query === '' ? undefined : query }, signal)).total
}
