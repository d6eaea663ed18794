import type { ReactNode } from 'react'
import type { Layout } from '../view.ts'
import type { ChartProps } from './chart-props.ts'
import { FlowChart } from './flow-chart.tsx'
import { HistoryChart } from './history-chart.tsx'
import { ValueChart } from './value-chart.tsx'

/** The artifacts of a query in numbers: the present ones, or those of the past. */
export function Chart({ kind, ...props }: ChartProps & { readonly kind: Layout['chart'] }): ReactNode {
  if (kind === 'history') return <HistoryChart {...props} />
  return kind === 'flow' ? <FlowChart {...props} /> : <ValueChart {...props} />
}
