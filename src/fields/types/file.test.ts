import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { file } from './file.ts'

const id = (n: number) => n as never

const formatExpected =
  'Invalid format for file field "500".  Correct format is {"field_id" : 425, "value" : [457, 258]}'

describeFieldTypeContract(file, {
  accepted: [
    [{ value: [91] }, [id(91)]],
    [{ value: ['91', 91] }, [id(91)]],
    [{ value: [88] }, [id(88)], [88]],
    // Current files come first.
    [{ value: [91, 88] }, [id(88), id(91)], [87, 88]],
    [{ value: [] }, [], [88]],
    [{ value: null }, undefined, [88]],
  ],
  aborted: [
    [{}, formatExpected],
    [{ value: '' }, formatExpected],
    [{ value: 91 }, formatExpected],
    [{ value: { id: 91 } }, formatExpected],
    [{ value: [99] }, 'File #99 not found'],
    [{ value: ['x'] }, 'File #x not found'],
    [{ value: [null] }, 'File #null not found'],
    // Unfinished, of another user, of another field.
    [{ value: [92] }, 'File #92 not found'],
    [{ value: [93] }, 'File #93 not found'],
    [{ value: [94] }, 'File #94 not found'],
    [{ value: [89] }, 'File #89 is already linked to artifact #12'],
    // Attached to this artifact, in another field.
    [{ value: [88] }, 'File #88 is already in another field of this artifact', []],
    // In an artifact that the caller does not see.
    [{ value: [90] }, 'File #90 not found'],
    [{ value: [95] }, 'File #95 is already linked to artifact #13'],
  ],
  empty: [undefined, []],
  filled: [[id(88)]],
  description: { extra: { file_creation_uri: 'tracker_fields/500/files', max_size_upload: 67_108_864 } },
  presented: [
    [
      [id(88), id(89)],
      {
        field_id: 500,
        label: 'Some field',
        type: 'file',
        file_descriptions: [
          {
            id: 88,
            submitted_by: 103,
            description: 'night shot',
            name: "crane's 1.png",
            size: 20_411,
            type: 'image/png',
            html_url: '/plugins/tracker/attachments/88-crane%27s%201.png',
            html_preview_url: '/plugins/tracker/attachments/preview/88-crane%27s%201.png',
            uri: 'artifact_files/88',
          },
          {
            id: 89,
            submitted_by: 0,
            description: '',
            name: 'log.txt',
            size: 5,
            type: 'text/plain',
            html_url: '/plugins/tracker/attachments/89-log.txt',
            html_preview_url: null,
            uri: 'artifact_files/89',
          },
        ],
      },
    ],
    [[], { field_id: 500, label: 'Some field', type: 'file', file_descriptions: [] }],
    [undefined, undefined],
  ],
  archived: [
    ['<value ref="fileinfo_88"/>', [id(88)]],
    ['<value/>', []],
    ['<value ref="fileinfo_9"/>', [], 'File "fileinfo_9" not found for the field some_field'],
  ],
  indexed: [[[id(88)], [{ family: 'file', value: id(88) }]]],
  same: [[[], undefined]],
  differs: [[[id(88)], []]],
})
