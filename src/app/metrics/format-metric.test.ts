import { expect, it } from 'vitest'
import { formatMetric } from './format-metric.ts'

const metric = { name: 'tulipwood_jobs', type: 'gauge', help: 'Unfinished jobs by kind' } as const

it('writes one line for each sample', () => {
  const samples = [{ labels: { kind: 'send-mail', node: 'a' }, value: 2 }, { value: 0.5 }]
  expect(formatMetric({ ...metric, samples })).toBe(
    '# HELP tulipwood_jobs Unfinished jobs by kind\n# TYPE tulipwood_jobs gauge\ntulipwood_jobs{kind="send-mail",node="a"} 2\ntulipwood_jobs 0.5\n',
  )
})

it('escapes special characters in labels', () => {
  expect(formatMetric({ ...metric, samples: [{ labels: { kind: 'a"b\\c\nd' }, value: 1 }] })).toContain(
    'tulipwood_jobs{kind="a\\"b\\\\c\\nd"} 1\n',
  )
})

it('leaves out a metric without samples', () => {
  expect(formatMetric({ ...metric, samples: [] })).toBe('')
})
