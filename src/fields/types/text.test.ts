import { describe, expect, it } from 'vitest'
import { createMember } from '../../../test/kit/create-member.ts'
import { createField, describeContext, writeContext } from '../../../test/kit/field-fixture.ts'
import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { createEmptyWriteNeeds } from '../contexts/write-context.ts'
import { text } from './text.ts'

const head = { field_id: 500, type: 'text', label: 'Some field' }
const unknownFormat = 'Some field has an unknown text format. Expected one of (text,html,commonmark,markdown).'

describeFieldTypeContract(text, {
  settings: [[{ rows: '7' }, { rows: 7, cols: 50, default_value: '' }]],
  description: {
    default_value: { format: 'commonmark', content: '' },
    specific_properties: { rows: 10, cols: 50, default_value: '' },
  },
  presented: [
    [
      { format: 'text', content: 'raw <x>' },
      { ...head, value: 'raw <x>', format: 'text', post_processed_value: 'raw &lt;x&gt;' },
    ],
    [
      { format: 'html', content: '<script>x</script><p onclick="x">p</p>' },
      {
        ...head,
        value: '<script>x</script><p onclick="x">p</p>',
        format: 'html',
        post_processed_value: '<p>p</p>',
      },
    ],
    [
      { format: 'commonmark', content: '# md' },
      { ...head, value: '<h1>md</h1>\n', format: 'html', commonmark: '# md', post_processed_value: '<h1>md</h1>\n' },
    ],
    [
      { format: 'commonmark', content: '' },
      { ...head, value: '', format: 'html', commonmark: '', post_processed_value: '' },
    ],
    [undefined, undefined],
  ],
  flat: [
    [{ format: 'html', content: '<p>a &lt; <b>b</b></p>' }, 'a < b'],
    [{ format: 'text', content: '<p>' }, '<p>'],
  ],
  archived: [
    ['<value format="html"><![CDATA[<p>x</p>]]></value>', { format: 'html', content: '<p>x</p>' }],
    ['<value format="markdown">*x*</value>', { format: 'commonmark', content: '*x*' }],
    ['<value> x </value>', { format: 'text', content: ' x ' }],
  ],
  same: [
    [
      { format: 'text', content: 'x' },
      { format: 'html', content: 'x' },
    ],
  ],
  accepted: [
    [{ value: 'plain' }, { format: 'commonmark', content: 'plain' }],
    [
      { value: '<p>x</p>', format: 'html' },
      { format: 'html', content: '<p>x</p>' },
    ],
    [{ value: { content: 'a < b', format: 'text' } }, { format: 'text', content: 'a < b' }],
    [{ value: { content: '# md', format: 'markdown' } }, { format: 'commonmark', content: '# md' }],
    [{ value: { content: 'x' } }, { format: 'commonmark', content: 'x' }],
    // HTML that is shown for Markdown is the Markdown; other HTML next to a source is HTML.
    [
      {
        value: '<p>See <a href="/goto/12" title="A bug" class="cross-reference">bug #12</a></p>\n',
        format: 'html',
        commonmark: 'See bug #12',
      },
      { format: 'commonmark', content: 'See bug #12' },
    ],
    [
      { value: '<p>x</p>\n', format: 'html', commonmark: 'y' },
      { format: 'html', content: '<p>x</p>\n' },
    ],
    [
      { value: '<p>x</p>\n', format: 'text', commonmark: 'x' },
      { format: 'text', content: '<p>x</p>\n' },
    ],
    [
      { value: '', format: 'html' },
      { format: 'html', content: '' },
    ],
    [{ value: 'x'.repeat(65_535) }, { format: 'commonmark', content: 'x'.repeat(65_535) }],
    [{ value: null }, undefined],
  ],
  rejected: [
    [{ value: 5 }, 'Some field is not a text.'],
    [{ value: false }, 'Some field is not a text.'],
    [{ value: ['x'] }, 'Some field is not a text.'],
    ...['rtf', 5].map((format) => [{ value: { content: 'x', format } }, unknownFormat] as const),
    [{ value: { format: 'html' } }, 'Some field is not a text.'],
    [{ value: { content: null } }, 'Some field is not a text.'],
    [{ value: 'é'.repeat(32_768) }, 'Some field can not contain more than 65535 characters.'],
  ],
  aborted: [[{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value']],
  initial: { format: 'commonmark', content: '' },
  empty: [{ format: 'html', content: '' }, undefined],
  filled: [{ format: 'text', content: ' ' }],
  differs: [[{ format: 'text', content: 'x' }, undefined]],
})

const writer = createMember({ id: 110 as never, login: 'reader', textFormat: 'html' })

describeFieldTypeContract(text, {
  field: { properties: { default_value: 'a < b' } },
  description: {
    default_value: { format: 'commonmark', content: 'a < b' },
    specific_properties: { rows: 10, cols: 50, default_value: 'a < b' },
  },
  context: { caller: writer },
  presented: [],
  accepted: [[{ value: '<p>x</p>' }, { format: 'html', content: '<p>x</p>' }]],
  initial: { format: 'html', content: '<p>a &lt; b</p>' },
})

it('starts with an empty text, not an empty paragraph, for users who write HTML', () =>
  expect(
    text.input?.initialValue?.(createField('text'), writeContext(createEmptyWriteNeeds(), { caller: writer })),
  ).toStrictEqual({
    format: 'html',
    content: '',
  }))

describe('the default of a text', () => {
  it('is a paragraph for users who write HTML', () => {
    const field = createField('text', { properties: { default_value: 'a < b\nc' } })
    const caller = { kind: 'member', textFormat: 'html', nameStyle: 'login' } as never
    expect(
      text.structure.defaultValue?.(field, { ...describeContext, viewer: { ...describeContext.viewer, caller } }),
    ).toStrictEqual({
      format: 'html',
      content: '<p>a &lt; b<br />c</p>',
    })
  })
})
