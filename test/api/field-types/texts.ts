import { type FieldExamples, needsValue } from '../../kit/wire-field-examples.ts'

const line = 'Label of line is not a string.'
const breaks = 'Label of line can contain neiher carriage return nor null char.'

/** docs/api/field-values.md §3. */
export const strings: readonly FieldExamples[] = [
  {
    name: 'line',
    element: () => ({ specific_properties: { maxchars: 20 } }),
    before: { sent: { value: 'Crane' }, shown: { value: 'Crane' } },
    accepted: [
      { sent: { value: ' One <b> & "two" ' }, shown: { value: ' One <b> & "two" ' } },
      { sent: { value: '007' }, shown: { value: '007' } },
      { sent: { value: 'false' }, shown: { value: 'false' } },
      { sent: { value: '  ' }, shown: { value: '  ' } },
      { sent: { value: 'a\tb' }, shown: { value: 'a\tb' } },
      { sent: { value: '😀'.repeat(20) }, shown: { value: '😀'.repeat(20) } },
      {
        sent: { value: 'x', format: 'html', label: 'other', type: 'int', file_descriptions: [1] },
        shown: { value: 'x' },
      },
      { sent: { value: '' }, shown: { value: '' } },
    ],
    refused: [
      ...needsValue,
      ...[5, true, ['x'], { content: 'x', format: 'text' }].map((value) => ({ sent: { value }, problem: line })),
      { sent: { value: 'x'.repeat(21) }, problem: 'Label of line can not contain more than 20 characters.' },
      ...['a\nb', 'a\rb'].map((value) => ({ sent: { value }, problem: breaks })),
      // No text of any body may hold one.
      { sent: { value: 'a\0b' }, ends: 'A text cannot contain a NUL character.' },
    ],
    untouched: [{ value: null }, { value: 'Crane' }],
    empty: [{ value: '' }],
    initial: { value: '' },
    defaults: [
      { element: () => ({ specific_properties: { default_value: 'To do' } }), shown: { value: 'To do' } },
      { element: () => ({}), shown: { value: '' } },
    ],
  },
  {
    name: 'paragraph',
    before: { sent: { value: 'short' }, shown: { value: 'short' } },
    accepted: [{ sent: { value: 'é'.repeat(32_767) }, shown: { value: 'é'.repeat(32_767) } }],
    refused: [
      {
        sent: { value: 'é'.repeat(32_768) },
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
const story = 'Label of story is not a text.'

/** docs/api/field-values.md §4, docs/api/client-needs.md §16. */
export const texts: readonly FieldExamples[] = [
  {
    name: 'story',
    before: {
      sent: { value: { content: 'Old', format: 'text' } },
      shown: { value: 'Old', format: 'text', post_processed_value: 'Old' },
    },
    accepted: [
      { sent: { value: { content: 'a < b', format: 'text' } }, shown: plain },
      { sent: { value: 'a < b', format: 'text' }, shown: plain },
      {
        sent: { value: { content: '<p>a</p><script>b</script>', format: 'html' } },
        shown: { value: '<p>a</p><script>b</script>', format: 'html', post_processed_value: '<p>a</p>' },
      },
      {
        sent: { value: '<b>x</b>', format: 'html' },
        shown: { value: '<b>x</b>', format: 'html', post_processed_value: '<b>x</b>' },
      },
      { sent: { value: '**b**' }, shown: bold },
      { sent: { value: { content: '**b**', format: 'commonmark' } }, shown: bold },
      { sent: { value: { content: '**b**', format: 'markdown' } }, shown: bold },
      { sent: { value: { content: '**b**' } }, shown: bold },
      { sent: { value: '**b**', format: null }, shown: bold },
      { sent: { value: '2024' }, shown: markdown('2024', '<p>2024</p>\n') },
      {
        sent: { value: { content: 'one\n\ttwo', format: 'text' } },
        shown: { value: 'one\n\ttwo', format: 'text', post_processed_value: 'one<br />\n\ttwo' },
      },
      { sent: { value: '' }, shown: markdown('', '') },
      {
        sent: { value: { content: '', format: 'text' } },
        shown: { value: '', format: 'text', post_processed_value: '' },
      },
    ],
    refused: [
      ...needsValue,
      {
        sent: { value: { content: '**b**', format: 'wiki' } },
        problem: 'Label of story has an unknown text format. Expected one of (text,html,commonmark,markdown).',
      },
      ...[7, true, ['x'], { content: 7 }, { format: 'html' }, { content: null }].map((value) => ({
        sent: { value },
        problem: story,
      })),
      {
        sent: { value: { content: 'é'.repeat(32_768), format: 'text' } },
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
        shown: markdown('*Once*', '<p><em>Once</em></p>\n'),
      },
    ],
  },
]

/** docs/api/field-values.md §15; no tracker here has a key to encrypt with. */
export const encrypted: readonly FieldExamples[] = [
  {
    name: 'secret',
    accepted: [{ sent: { value: '' }, shown: { value: '' }, on: 'POST' }],
    refused: [
      ...needsValue,
      { sent: { value: 5 }, problem: 'Label of secret is not a string.' },
      {
        sent: { value: 'open sesame' },
        problem: 'Label of secret can not be encrypted: the tracker has no public key.',
      },
    ],
    untouched: [{ value: null }, { value: '' }],
  },
]
