import type { PlotScale } from '../../../design/plot.tsx'

const printPoints = (counts: readonly number[], { x, y }: PlotScale): string[] =>
  counts.map((count, index) => `${x(index).toFixed(1)} ${y(count).toFixed(1)}`)

/** The path of a line through numbers over time. */
export const printLine = (counts: readonly number[], scale: PlotScale): string =>
  `M${printPoints(counts, scale).join('L')}`

/** The path of the area between two such lines. */
export const printArea = (from: readonly number[], to: readonly number[], scale: PlotScale): string =>
  `${printLine(to, scale)}L${printPoints(from, scale).toReversed().join('L')}Z`
