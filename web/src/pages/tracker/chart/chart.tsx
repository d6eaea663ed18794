import type { ReactNode } from 'react'
import type { Layout } from '../view.ts'
import { AgeChart } from './age-chart.tsx'
import { BurnupChart } from './burnup-chart.tsx'
import type { ChartProps } from './chart-props.ts'
import { FlowChart } from './flow-chart.tsx'
import { HistoryChart } from './history-chart.tsx'
import { ValueChart } from './value-chart.tsx'

const charts: Readonly<Record<Layout['chart'], (props: ChartProps) => ReactNode>> = {
  values: ValueChart,
  history: HistoryChart,
  flow: FlowChart,
  progress: BurnupChart,
  ages: AgeChart,
}

/** The artifacts of a query in numbers: the present ones, or those of the past. */
export function Chart({ kind, ...props }: ChartProps & { readonly kind: Layout['chart'] }): ReactNode {
  const Kind = charts[kind]
  return <Kind {...props} />
}
