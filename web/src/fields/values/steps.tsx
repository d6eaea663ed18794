import type { ReactNode } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { RichText } from '../../design/rich-text.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.artifact
type Step = Extract<ValueEntry, { type: 'ttmstepdef' }>['value'][number]

/** Steps of a test: what to do and what should happen. */
export const Steps = ({ steps }: { readonly steps: readonly Step[] }): ReactNode => (
  <Table label={words.step} columns={columns} rows={steps} keyOf={({ id }) => id} />
)

const columns: readonly Column<Step>[] = [
  { key: 'rank', title: words.step, isNarrow: true, align: 'end', cell: ({ rank }) => rank },
  {
    key: 'action',
    title: words.action,
    cell: (step) => <Words format={step.description_format} text={step.description} />,
  },
  {
    key: 'expected',
    title: words.expected,
    cell: (step) => <Words format={step.expected_results_format} text={step.expected_results} />,
  },
]

const Words = ({ format, text }: { readonly format: 'text' | 'html'; readonly text: string }): ReactNode =>
  format === 'html' ? <RichText html={text} /> : <p>{text}</p>
