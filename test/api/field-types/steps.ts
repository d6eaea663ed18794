import { expect } from 'vitest'
import { type FieldExamples, needsValue } from '../../kit/wire-field-examples.ts'

type Format = 'text' | 'html' | 'commonmark'

const step = (description: unknown, results: unknown, format: Format | string = 'text', more: object = {}) => ({
  description,
  description_format: format,
  expected_results: results,
  expected_results_format: format,
  ...more,
})
const shownStep = (rank: number, description: string, results: string, more: object = {}) => ({
  id: expect.any(Number),
  description,
  description_format: 'text',
  expected_results: results,
  expected_results_format: 'text',
  rank,
  ...more,
})
const html = { description_format: 'html', expected_results_format: 'html' }
const shown = (...value: readonly object[]) => ({ value })
const openAndClose = shown(shownStep(1, 'Open &lt;it&gt;', 'Lit'), shownStep(2, 'Close', ''))

const rejectedOn = (text: string, ...values: readonly unknown[]) =>
  values.map((value) => ({ input: { value }, message: text }))
const rejectedOnPut = (text: string, ...values: readonly unknown[]) =>
  rejectedOn(text, ...values).map((each) => ({ ...each, on: 'PUT' as const }))

/** docs/api/field-values.md §13. */
export const steps: readonly FieldExamples[] = [
  {
    name: 'steps',
    before: {
      input: { value: [step('Old', 'Same', 'text', { rank: 1 })] },
      output: shown(shownStep(1, 'Old', 'Same')),
    },
    accepted: [
      {
        input: { value: [step('Open <it>', 'Lit', 'text', { rank: 1 }), step('Close', '', 'text', { rank: 2 })] },
        output: openAndClose,
      },
      // POST keeps the order of the array; PUT sorts by rank.
      {
        on: 'POST',
        input: { value: [step('Open <it>', 'Lit', 'text', { rank: 9 }), step('Close', '')] },
        output: openAndClose,
      },
      {
        on: 'PUT',
        input: { value: [step('Close', '', 'text', { rank: '9' }), step('Open <it>', 'Lit', 'text', { rank: -2 })] },
        output: openAndClose,
      },
      {
        input: { value: [step('<p>a</p><script>b</script>', '<b>c</b>', 'html', { rank: 1, id: 77 })] },
        output: shown(shownStep(1, '<p>a</p>', '<b>c</b>', html)),
      },
      {
        input: { value: [step('**a**', '', 'commonmark', { rank: 1 })] },
        output: shown(shownStep(1, '<p><strong>a</strong></p>\n', '', { ...html, commonmark_description: '**a**' })),
      },
      {
        input: { value: [step('x', '*y*', 'markdown', { rank: 1 })] },
        output: shown(
          shownStep(1, '<p>x</p>\n', '<p><em>y</em></p>\n', {
            ...html,
            commonmark_description: 'x',
            commonmark_expected_results: '*y*',
          }),
        ),
      },
      {
        input: {
          value: [
            step('One', 'x', 'text', { rank: 1 }),
            step(' ', 'y', 'text', { rank: 2 }),
            step('Two', 'z', 'text', { rank: 3 }),
          ],
        },
        output: shown(shownStep(1, 'One', 'x'), shownStep(2, 'Two', 'z')),
      },
      { input: { value: [] }, output: shown() },
    ],
    rejected: [
      ...rejectedOn('The value of step definition is expected to be an array, got array', 'x', 5, { rank: 1 }),
      ...rejectedOnPut(
        'All step definitions must have a rank',
        [step('a', 'b')],
        ['x'],
        [step('a', 'b', 'text', { rank: null })],
      ),
      ...rejectedOnPut('The step definition rank can only be an integer, got string', [
        step('a', 'b', 'text', { rank: 'two' }),
      ]),
      ...rejectedOnPut('The rank 2 can not be used multiple times', [
        step('a', 'b', 'text', { rank: 2 }),
        step('c', 'd', 'text', { rank: 2 }),
      ]),
      ...rejectedOn(
        'Description or Expected Result text field missing',
        [{ rank: 1 }],
        [{ ...step('a', 'b'), description: null, rank: 1 }],
        [{ rank: 1, description: 'a', description_format: 'text' }],
      ),
      ...rejectedOn('Description format or Expected Result format is missing', [
        { rank: 1, description: 'a', expected_results: 'b', description_format: 'text' },
      ]),
      ...rejectedOn("Invalid format given, only 'html', 'text' or 'commonmark' are supported for step", [
        step('a', 'b', 'wiki', { rank: 1 }),
      ]),
      { input: { value: [step(5, 'b', 'text', { rank: 1 })] }, problem: 'Label of steps is not a text.' },
      {
        input: { value: [step('a', 'x'.repeat(65_536), 'text', { rank: 1 })] },
        problem: 'Label of steps can not contain more than 65535 characters.',
      },
    ],
    untouched: [{ value: null }, {}, { value: [step('Old', 'Same', 'text', { rank: 5, id: 3 })] }],
    empty: [{ value: [] }, { value: [step(' ', 'x', 'text', { rank: 1 })] }],
  },
]

/** docs/api/field-values.md §13: only test runs write it, and it is never returned. */
export const executions: readonly FieldExamples[] = [
  {
    name: 'runs',
    rejected: [
      ...needsValue,
      ...[{ 14: 'passed' }, 'passed', 1, []].map((value) => ({
        input: { value },
        problem: 'You are not allowed to update the field Label of runs.',
      })),
    ],
    untouched: [{ value: null }],
  },
]
