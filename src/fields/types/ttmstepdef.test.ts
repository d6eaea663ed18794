import { fieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { ttmstepdef } from './ttmstepdef.ts'

const step = (id: number) => ({
  id,
  description: { format: 'commonmark' as const, content: 'Open bug #12' },
  expectedResults: { format: 'text' as const, content: '' },
})

fieldTypeContract(ttmstepdef, {
  presents: [
    [
      [step(14)],
      {
        field_id: 500,
        type: 'ttmstepdef',
        label: 'Some field',
        value: [
          {
            id: 14,
            description: '<p>Open <a href="/goto/12" title="A bug" class="cross-reference">bug #12</a></p>\n',
            description_format: 'html',
            commonmark_description: 'Open bug #12',
            expected_results: '',
            expected_results_format: 'text',
            rank: 1,
          },
        ],
      },
    ],
    [[], { field_id: 500, type: 'ttmstepdef', label: 'Some field', value: [] }],
    [undefined, undefined],
  ],
  reads: [
    [
      '<step><description format="commonmark"><![CDATA[Open bug #12]]></description><expected_results format="text"/></step>',
      [step(900)],
    ],
    ['', []],
  ],
  same: [[[step(1)], [step(2)]]],
  differs: [[[step(1)], []]],
})
