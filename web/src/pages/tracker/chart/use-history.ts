import { useEffect, useMemo } from 'react'
import { type GroupInterval, useGroupHistory } from '../../../data/artifact-group-history.ts'
import type { Failure } from '../../../data/failure.ts'
import { nameInterval } from '../interval-names.ts'
import { useLiveGroups } from '../use-live-groups.ts'
import type { ChartProps } from './chart-props.ts'

/** What charts over time have in common. */
interface ChartHistory {
  readonly history: readonly GroupInterval[]
  /** Names of the intervals. */
  readonly names: readonly string[]
  /** Numbers of artifacts at their ends. */
  readonly totals: readonly number[]
  /** For the frame of the chart. */
  readonly state: { readonly error: Failure | null; readonly isLoading: boolean; readonly isStale: boolean }
}

/** The numbers of artifacts by the values of the field of a chart, over its period. */
export function useHistory({ tracker, field, where, interval, onTotal }: ChartProps): ChartHistory {
  const { data, error, isStale } = useGroupHistory(tracker.id, field.field_id, where, interval)
  useLiveGroups({ tracker })
  const history = useMemo(() => data ?? [], [data])
  const names = useMemo(() => history.map((each) => nameInterval(each.from, interval)), [history, interval])
  const totals = useMemo(() => history.map(({ groups }) => groups.reduce((sum, { size }) => sum + size, 0)), [history])
  const total = totals.at(-1) ?? 0
  useEffect(() => onTotal(data === undefined || error !== null ? null : total), [onTotal, data, error, total])
  return { history, names, totals, state: { error, isLoading: data === undefined, isStale } }
}
