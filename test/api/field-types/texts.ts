import { type FieldExamples, needsValue } from '../../kit/wire-field-examples.ts'

const notStringError = 'Label of line is not a string.'
const lineBreakError = 'Label of line can contain neiher carriage return nor null char.'

/** docs/api/field-values.md §3. */
export const strings: readonly FieldExamples[] = [
  {
    name: 'line',
    element: () => ({ specific_properties: { maxchars: 20 } }),
    before: { input: { value: 'Crane' }, output: { value: 'Crane' } },
    accepted: [
      { input: { value: ' One <b> & "two" ' }, output: { value: ' One <b> & "two" ' } },
      { input: { value: '007' }, output: { value: '007' } },
      { input: { value: 'false' }, output: { value: 'false' } },
      { input: { value: '  ' }, output: { value: '  ' } },
      { input: { value: 'a\tb' }, output: { value: 'a\tb' } },
      { input: { value: '😀'.repeat(20) }, output: { value: '😀'.repeat(20) } },
      {
        input: { value: 'x', format: 'html', label: 'other', type: 'int', file_descriptions: [1] },
        output: { value: 'x' },
      },
      { input: { value: '' }, output: { value: '' } },
    ],
    rejected: [
      ...needsValue,
      ...[5, true, ['x'], { content: 'x', format: 'text' }].map((value) => ({
        input: { value },
        problem: notStringError,
      })),
      { input: { value: 'x'.repeat(21) }, problem: 'Label of line can not contain more than 20 characters.' },
      ...['a\nb', 'a\rb'].map((value) => ({ input: { value }, problem: lineBreakError })),
      // No request body may contain a NUL character.
      {
        input: { value: 'a\0b' },
        message: 'Invalid value specified for `values[1][value]`. A text cannot contain a NUL character.',
      },
    ],
    untouched: [{ value: null }, { value: 'Crane' }],
    empty: [{ value: '' }],
    initial: { value: '' },
    defaults: [
      { element: () => ({ specific_properties: { default_value: 'To do' } }), output: { value: 'To do' } },
      { element: () => ({}), output: { value: '' } },
    ],
  },
  {
    name: 'paragraph',
    before: { input: { value: 'short' }, output: { value: 'short' } },
    accepted: [{ input: { value: 'é'.repeat(32_767) }, output: { value: 'é'.repeat(32_767) } }],
    rejected: [
      {
        input: { value: 'é'.repeat(32_768) },
        problem: 'Label of paragraph can not contain more than 65535 characters.',
      },
    ],
    untouched: [{ value: 'short' }],
    empty: [{ value: '' }],
    initial: { value: '' },
  },
]

const markdown = (commonmark: string, html: string) => ({
  value: html,
  format: 'html',
  commonmark,
  post_processed_value: html,
})
const bold = markdown('**b**', '<p><strong>b</strong></p>\n')
const plain = { value: 'a < b', format: 'text', post_processed_value: 'a &lt; b' }
const notTextError = 'Label of story is not a text.'

/** docs/api/field-values.md §4, docs/api/client-needs.md §16. */
export const texts: readonly FieldExamples[] = [
  {
    name: 'story',
    before: {
      input: { value: { content: 'Old', format: 'text' } },
      output: { value: 'Old', format: 'text', post_processed_value: 'Old' },
    },
    accepted: [
      { input: { value: { content: 'a < b', format: 'text' } }, output: plain },
      { input: { value: 'a < b', format: 'text' }, output: plain },
      {
        input: { value: { content: '<p>a</p><script>b</script>', format: 'html' } },
        output: { value: '<p>a</p><script>b</script>', format: 'html', post_processed_value: '<p>a</p>' },
      },
      {
        input: { value: '<b>x</b>', format: 'html' },
        output: { value: '<b>x</b>', format: 'html', post_processed_value: '<b>x</b>' },
      },
      { input: { value: '**b**' }, output: bold },
      { input: { value: { content: '**b**', format: 'commonmark' } }, output: bold },
      { input: { value: { content: '**b**', format: 'markdown' } }, output: bold },
      { input: { value: { content: '**b**' } }, output: bold },
      { input: { value: '**b**', format: null }, output: bold },
      { input: { value: '2024' }, output: markdown('2024', '<p>2024</p>\n') },
      {
        input: { value: { content: 'one\n\ttwo', format: 'text' } },
        output: { value: 'one\n\ttwo', format: 'text', post_processed_value: 'one<br />\n\ttwo' },
      },
      { input: { value: '' }, output: markdown('', '') },
      {
        input: { value: { content: '', format: 'text' } },
        output: { value: '', format: 'text', post_processed_value: '' },
      },
    ],
    rejected: [
      ...needsValue,
      {
        input: { value: { content: '**b**', format: 'wiki' } },
        problem: 'Label of story has an unknown text format. Expected one of (text,html,commonmark,markdown).',
      },
      ...[7, true, ['x'], { content: 7 }, { format: 'html' }, { content: null }].map((value) => ({
        input: { value },
        problem: notTextError,
      })),
      {
        input: { value: { content: 'é'.repeat(32_768), format: 'text' } },
        problem: 'Label of story can not contain more than 65535 characters.',
      },
    ],
    // Another format for the same content is no change.
    untouched: [{ value: null }, { value: 'Old' }, { value: { content: 'Old', format: 'html' } }],
    empty: [{ value: '' }, { value: { content: '', format: 'html' } }, { value: '', format: 'text' }],
    initial: markdown('', ''),
    defaults: [
      {
        element: () => ({ specific_properties: { default_value: '*Once*' } }),
        output: markdown('*Once*', '<p><em>Once</em></p>\n'),
      },
    ],
  },
]

/** docs/api/field-values.md §15; no tracker of these tests has an encryption key. */
export const encrypted: readonly FieldExamples[] = [
  {
    name: 'secret',
    accepted: [{ input: { value: '' }, output: { value: '' }, on: 'POST' }],
    rejected: [
      ...needsValue,
      { input: { value: 5 }, problem: 'Label of secret is not a string.' },
      {
        input: { value: 'open sesame' },
        problem: 'Label of secret can not be encrypted: the tracker has no public key.',
      },
    ],
    untouched: [{ value: null }, { value: '' }],
  },
]
