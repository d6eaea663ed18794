import { type ReactNode, useEffect } from 'react'
import { type OpenAges, useOpenAges } from '../../../data/open-ages.ts'
import { EmptyState } from '../../../design/empty-state.tsx'
import { lazily } from '../../../lazily.ts'
import { pageLocale } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'
import { useLiveGroups } from '../use-live-groups.ts'
import { BarTable } from './bar-table.tsx'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-props.ts'
import { buildSubmissionUrl } from './rows-url.ts'

const words = texts.tracker.chart

const days = lazily(() => new Intl.NumberFormat(pageLocale, { style: 'unit', unit: 'day', unitDisplay: 'long' }))

/** How long the open artifacts of a query have been open: bars, in a table of their numbers. */
export function AgeChart({ tracker, view, where, onTotal }: ChartProps): ReactNode {
  const { data, error, isStale } = useOpenAges(tracker.id, where)
  useLiveGroups({ tracker })
  const { size: total = 0, median_days: median, groups = [] } = data ?? {}
  useEffect(() => onTotal(data === undefined || error !== null ? null : total), [onTotal, data, error, total])
  return (
    <ChartFrame
      error={error}
      isLoading={data === undefined}
      isStale={isStale}
      empty={<EmptyState icon="list" title={words.noneOpen} />}
      isEmpty={total === 0}
      title={words.ageTitle}
      summary={words.ageSummary(total, days().format(median ?? 0))}
      fileName={`${tracker.item_name}-ages`}
      figures={[[words.kinds.ages, words.artifacts], ...groups.map((group) => [nameAges(group), group.size])]}
    >
      {(titleId) => (
        <BarTable
          titleId={titleId}
          heading={words.kinds.ages}
          rows={groups.map((group) => ({
            id: String(group.min_days),
            label: nameAges(group),
            size: group.size,
            href: buildSubmissionUrl(tracker, { ...view, isOpenOnly: true }, group),
          }))}
          total={total}
        />
      )}
    </ChartFrame>
  )
}

function nameAges({ min_days, max_days }: OpenAges['groups'][number]): string {
  if (max_days === null) return words.overYear
  return max_days === 0 ? words.today : days().formatRange(min_days, max_days)
}
