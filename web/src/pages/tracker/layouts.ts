import { lazy } from 'react'
import type { Layout } from './view.ts'

const loadBoard = () => import('./board/board.tsx')
const loadChart = () => import('./chart/chart.tsx')

/** Users of the table never load the code of the other layouts. */
export const Board = lazy(() => loadBoard().then((file) => ({ default: file.Board })))
export const Chart = lazy(() => loadChart().then((file) => ({ default: file.Chart })))

const loaders: Readonly<Record<Layout['kind'], (() => Promise<unknown>) | undefined>> = {
  table: undefined,
  board: loadBoard,
  charts: loadChart,
}

/** Begins to load the code of a layout, so that it arrives while its data is read. A failure is shown with the layout. */
export function preloadLayout(kind: Layout['kind']): void {
  void loaders[kind]?.().catch(() => undefined)
}
