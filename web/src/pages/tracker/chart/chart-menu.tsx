import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { Menu, MenuChoices, MenuItem } from '../../../design/menu.tsx'
import { texts } from '../../../texts/texts.ts'
import { chartKinds, intervals, isOfStatus, isOverTime, type Layout } from '../view.ts'

const words = texts.tracker.chart

interface ChartMenuProps {
  readonly layout: Layout
  /** Without a status, nothing is closed. */
  readonly hasStatus: boolean
  readonly onLayout: (layout: Layout) => void
}

/** The choice of a chart and, if it is one over time, of its period. */
export const ChartMenu = ({ layout, hasStatus, onLayout }: ChartMenuProps): ReactNode => (
  <Menu
    label={words.label}
    trigger={
      <Button kind="quiet" icon="clock">
        {isOverTime(layout.chart)
          ? words.chosen(words.kinds[layout.chart], words.periods[layout.interval])
          : words.kinds[layout.chart]}
      </Button>
    }
  >
    <MenuChoices label={words.label} isTitled selectedId={layout.chart}>
      {chartKinds
        .filter((kind) => hasStatus || !isOfStatus(kind))
        .map((kind) => (
          <MenuItem key={kind} id={kind} onAction={() => onLayout({ ...layout, chart: kind })}>
            {words.kinds[kind]}
          </MenuItem>
        ))}
    </MenuChoices>
    {isOverTime(layout.chart) && (
      <MenuChoices label={words.period} isTitled selectedId={layout.interval}>
        {intervals.map((interval) => (
          <MenuItem key={interval} id={interval} onAction={() => onLayout({ ...layout, interval })}>
            {words.periods[interval]}
          </MenuItem>
        ))}
      </MenuChoices>
    )}
  </Menu>
)
