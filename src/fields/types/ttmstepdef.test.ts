import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { ttmstepdef } from './ttmstepdef.ts'

const step = (id: number) => ({
  id,
  description: { format: 'commonmark' as const, content: 'Open bug #12' },
  expectedResults: { format: 'text' as const, content: '' },
})

const stepInput = (description: string, rank?: unknown) => ({
  description,
  description_format: 'html',
  expected_results: '',
  expected_results_format: 'text',
  ...(rank === undefined ? {} : { rank }),
})

const storedStep = (id: number, content: string, format: 'html' | 'commonmark' = 'html') => ({
  id,
  description: { format, content },
  expectedResults: { format: 'text' as const, content: '' },
})

describeFieldTypeContract(ttmstepdef, {
  presented: [
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
  archived: [
    [
      '<step><description format="commonmark"><![CDATA[Open bug #12]]></description><expected_results format="text"/></step>',
      [step(900)],
    ],
    ['', []],
  ],
  accepted: [
    [{ value: [stepInput('b', 2), stepInput('a', '1')] }, [storedStep(900, 'a'), storedStep(901, 'b')]],
    [
      { value: [stepInput('b', 7), stepInput(' \n', 1), stepInput('a', -3)] },
      [storedStep(900, 'a'), storedStep(901, 'b')],
    ],
    [
      { value: [{ ...stepInput('a', 1), id: 14, description_format: 'markdown', more: 1 }] },
      [storedStep(900, 'a', 'commonmark')],
    ],
    [{ value: [] }, []],
    [{ value: null }, undefined],
    [{}, undefined],
  ],
  rejected: [
    [{ value: [{ ...stepInput('a', 1), description: 5 }] }, 'Some field is not a text.'],
    [{ value: [{ ...stepInput('a', 1), expected_results: ['x'] }] }, 'Some field is not a text.'],
    [{ value: [stepInput('é'.repeat(32_768), 1)] }, 'Some field can not contain more than 65535 characters.'],
  ],
  aborted: [
    [{ value: 'Open' }, 'The value of step definition is expected to be an array, got array'],
    [{ value: {} }, 'The value of step definition is expected to be an array, got array'],
    [{ value: [stepInput('a', 1), stepInput('b')] }, 'All step definitions must have a rank'],
    [{ value: ['Open'] }, 'All step definitions must have a rank'],
    [{ value: [stepInput('a', 'first')] }, 'The step definition rank can only be an integer, got string'],
    [{ value: [stepInput('a', 1.5)] }, 'The step definition rank can only be an integer, got number'],
    [{ value: [stepInput('a', 2), stepInput('b', 2)] }, 'The rank 2 can not be used multiple times'],
    [
      { value: [{ ...stepInput('a', 1), expected_results: null }] },
      'Description or Expected Result text field missing',
    ],
    [
      { value: [{ ...stepInput('a', 1), description_format: undefined }] },
      'Description format or Expected Result format is missing',
    ],
    [
      { value: [{ ...stepInput('a', 1), description_format: 'rtf' }] },
      "Invalid format given, only 'html', 'text' or 'commonmark' are supported for step",
    ],
  ],
  empty: [[], undefined],
  filled: [[step(1)]],
  same: [[[step(1)], [step(2)]]],
  differs: [[[step(1)], []]],
})

// In a new artifact the order of the list counts.
describeFieldTypeContract(ttmstepdef, {
  context: { artifactId: null },
  presented: [],
  accepted: [
    [{ value: [stepInput('b'), stepInput('a')] }, [storedStep(900, 'b'), storedStep(901, 'a')]],
    [{ value: [stepInput('b', 2), stepInput('a', 2)] }, [storedStep(900, 'b'), storedStep(901, 'a')]],
  ],
  aborted: [[{ value: ['Open'] }, 'Description or Expected Result text field missing']],
})
