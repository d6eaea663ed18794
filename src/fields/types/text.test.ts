import { describe, expect, it } from 'vitest'
import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { aField, describing } from '../../../test/kit/field-worlds.ts'
import { text } from './text.ts'

const head = { field_id: 500, type: 'text', label: 'Some field' }

fieldTypeContract(text, {
  settings: [[{ rows: '7' }, { rows: 7, cols: 50, default_value: '' }]],
  describes: {
    default_value: { format: 'commonmark', content: '' },
    specific_properties: { rows: 10, cols: 50, default_value: '' },
  },
  presents: [
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
  reads: [
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
  differs: [[{ format: 'text', content: 'x' }, undefined]],
})

describe('the default of a text', () => {
  it('is a paragraph for who writes HTML', () => {
    const field = aField('text', { properties: { default_value: 'a < b\nc' } })
    const caller = { kind: 'member', textFormat: 'html', nameStyle: 'login' } as never
    expect(
      text.structure.defaultValue?.(field, { ...describing, viewer: { ...describing.viewer, caller } }),
    ).toStrictEqual({
      format: 'html',
      content: '<p>a &lt; b<br />c</p>',
    })
  })
})
