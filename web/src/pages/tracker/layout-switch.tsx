import type { ReactNode } from 'react'
import { Segments } from '../../design/segments.tsx'
import { useShortcut } from '../../design/shortcut.ts'
import { texts } from '../../texts/texts.ts'
import type { Layout } from './view.ts'

const words = texts.tracker.layouts

interface LayoutSwitchProps {
  readonly kind: Layout['kind']
  readonly onChange: (kind: Layout['kind']) => void
}

/** The same artifacts as a table, a board or a chart. */
export function LayoutSwitch({ kind, onChange }: LayoutSwitchProps): ReactNode {
  useShortcut('showTable', () => onChange('table'), kind !== 'table')
  useShortcut('showBoard', () => onChange('board'), kind !== 'board')
  useShortcut('showCharts', () => onChange('charts'), kind !== 'charts')
  return (
    <Segments
      label={words.label}
      options={[
        { value: 'table', label: words.table },
        { value: 'board', label: words.board },
        { value: 'charts', label: words.charts },
      ]}
      value={kind}
      onChange={onChange}
    />
  )
}
