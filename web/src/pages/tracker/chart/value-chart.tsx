import { type ReactNode, useEffect, useMemo } from 'react'
import { stagesOf } from '../../../artifact/status-mark.tsx'
import { useArtifactGroups } from '../../../data/artifact-groups.ts'
import { useList } from '../../../data/queries.ts'
import { formatPercent } from '../../../design/format-percent.ts'
import { getFieldType } from '../../../fields/registry.ts'
import { texts } from '../../../texts/texts.ts'
import { ColumnMark } from '../board/column-mark.tsx'
import { useLiveGroups } from '../use-live-groups.ts'
import { BarTable } from './bar-table.tsx'
import { buildBars } from './bars.ts'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-props.ts'
import { buildRowsUrl } from './rows-url.ts'

const words = texts.tracker.chart

/** How many artifacts of a query have each value of a list: bars, in a table of their numbers. */
export function ValueChart({ tracker, field, view, where, onTotal, empty }: ChartProps): ReactNode {
  const list = { query: where, isOrdered: false, fields: [field.field_id] }
  const groups = useArtifactGroups(tracker.id, field.field_id, list, { limit: 1 })
  const { data } = groups
  // An artifact with several values is in several groups: their sizes do not add up to the number of artifacts.
  const isSeveral = getFieldType(field.type).choice !== 'one'
  const page = useList(
    `/trackers/${tracker.id}/artifacts`,
    { limit: 1, expert_query: where === '' ? undefined : where },
    { isWanted: isSeveral },
  )
  const isLoading = data === undefined || (isSeveral && page.data === undefined)
  const error = groups.error ?? (isSeveral ? page.error : null)
  useLiveGroups({ tracker })
  const bars = useMemo(() => (data === undefined ? [] : buildBars(field, data)), [field, data])
  const stageOf = useMemo(() => stagesOf(field, tracker.semantics.status?.value_ids ?? []), [field, tracker])
  const isStatus = field.field_id === tracker.semantics.status?.field_id
  const total = isSeveral ? (page.data?.total ?? 0) : bars.reduce((sum, { size }) => sum + size, 0)
  const largest = Math.max(...bars.map(({ size }) => size))
  useEffect(() => onTotal(isLoading || error !== null ? null : total), [onTotal, isLoading, error, total])
  const leader = bars.find(({ size }) => size === largest)
  const summary = leader ? words.summary(leader.option.label, leader.size, formatPercent(leader.size / total)) : ''
  return (
    <ChartFrame
      error={error}
      isLoading={isLoading}
      isStale={groups.isStale || (isSeveral && page.isPlaceholderData)}
      empty={empty}
      isEmpty={total === 0}
      title={words.title(field.label)}
      summary={isSeveral ? `${words.severalValues(total)} ${summary}` : summary}
      fileName={`${tracker.item_name}-${field.name}`}
      figures={[[field.label, words.artifacts], ...bars.map(({ option, size }) => [option.label, size])]}
    >
      {(titleId) => (
        <BarTable
          titleId={titleId}
          heading={field.label}
          rows={bars.map(({ id, option, size }) => ({
            id,
            label: option.label,
            mark: <ColumnMark id={id} option={option} isStatus={isStatus} stageOf={stageOf} />,
            size,
            href: buildRowsUrl(tracker, field, view, id, option),
          }))}
          total={total}
        />
      )}
    </ChartFrame>
  )
}
