import { describe, expect, it } from 'vitest'
import { bugTracker, createField, writeContext } from '../../../test/kit/field-fixture.ts'
import { describeFieldTypeContract, type ValueExample } from '../../../test/kit/field-type-contract.ts'
import { createEmptyWriteNeeds } from '../contexts/write-context.ts'
import { artLink } from './art-link.ts'

const parent = { id: 751, uri: 'artifacts/751', tracker: bugTracker, type: '_is_child' }

const link = (id: number, type = '') => ({ id, type })
const forward = (id: number, type?: string | null) => ({ all_links: [{ id, direction: 'forward' as const, type }] })

describeFieldTypeContract(artLink, {
  accepted: [
    [{ links: [{ id: 750, type: '_is_child' }] }, [link(750, '_is_child')]],
    [{ links: [{ id: '750' }, { id: 751, type: null, uri: 'artifacts/751' }] }, [link(750), link(751)]],
    // The last entry of a target counts.
    [{ links: [{ id: 750 }, { id: 750, type: '_is_child' }] }, [link(750, '_is_child')]],
    [{ links: [] }, []],
    [{ links: [] }, [], [link(750)]],
    // Links to artifacts that the caller cannot see stay.
    [{ links: [{ id: 751 }] }, [link(754, '_is_child'), link(751)], [link(750), link(754, '_is_child')]],
    [{ all_links: [] }, [link(754)], [link(750), link(754)]],
    // An existing link may stay, whatever happened to its target.
    [{ links: [{ id: 752, type: 'old' }] }, [link(752, 'old')], [link(752, 'old')]],
    // A link to a deleted artifact does not.
    [{ links: [] }, [], [link(999)]],
    [{ links: [{ id: 755 }] }, [link(755)]],
    [forward(750, '_is_child'), [link(750, '_is_child')]],
    [{ all_links: [{ id: 751, direction: 'reverse', type: '' }] }, [], [link(750)]],
    // Forward links are untouched.
    [{ parent: { id: '751' } }, undefined, [link(750)]],
    [{ parent: { id: 999 } }, undefined],
    [{ links: [{ id: 750 }], parent: { id: 751 } }, [link(750)]],
    [{ links: null }, undefined, [link(750)]],
    [{ links: null, parent: null, all_links: null }, undefined],
    [{ value: null }, undefined],
  ],
  rejected: [
    [{ links: [{ id: 99_999 }] }, 'Some field: 99999 is not an artifact id.'],
    [{ links: [{ id: 'x' }] }, 'Some field: x is not an artifact id.'],
    [{ links: [{ id: 999 }] }, 'Some field: 999 is not an artifact id.', [link(999)]],
    [{ links: [{ id: 754 }] }, 'Some field: 754 is not an artifact id.'],
    [{ links: [{ id: 752 }] }, 'Some field : artifact #752 does not exist.'],
    [{ links: [{ id: 753 }] }, 'The artifact #753 is not located in an active project.'],
    [{ links: [{ id: 750, type: 'nope' }] }, 'Type is missing for artifact #750.'],
    [{ links: [{ id: 750, type: 5 }] }, 'Type is missing for artifact #750.'],
    [
      { links: [{ id: 750, type: 'old' }] },
      'The artifact link type "old" is disabled and cannot be used to link artifact #750',
    ],
    [
      { links: [{ id: 750, type: '_covered_by' }] },
      'The artifact link type "_covered_by" cannot be used to link artifact #750 manually',
    ],
    [{ links: [{ id: 742 }] }, 'Some field: #742 cannot be linked to itself.'],
    [{ parent: { id: 742 } }, 'Some field: #742 cannot be linked to itself.'],
    [forward(750, 'nope'), 'Type is missing for artifact #750.'],
  ],
  aborted: [
    [{}, '"links" and/or "parent" or "all_links" key must be defined'],
    [{ value: '750' }, '"links" and/or "parent" or "all_links" key must be defined'],
    [{ links: [{ id: 750 }], ...forward(750, '') }, '"all_links" key and "links" key cannot be used at the same time'],
    [{ parent: { id: 750 }, ...forward(750, '') }, '"all_links" key and "parent" key cannot be used at the same time'],
    [{ links: [{ type: '_is_child' }] }, 'Artifact links must have an id'],
    [{ links: [750] }, 'Artifact links must have an id'],
    [forward(750, null), 'Artifact links "type" must be a string, use empty string for no type'],
    [forward(750), 'Artifact links "type" must be a string, use empty string for no type'],
    [{ parent: {} }, "Parent must have an 'id' key"],
    [{ parent: [] }, "Parent must have an 'id' key"],
    [{ parent: 9 }, "Parent must have an 'id' key"],
    [{ parent: { id: 'nine' } }, "Parent 'id' key must be convertible to an integer"],
  ],
  empty: [undefined, []],
  filled: [[link(750)]],
  description: {
    specific_properties: { can_edit_reverse_links: 1 },
    extra: { allowed_types: [{ shortname: '_is_child', forward_label: 'Child', reverse_label: 'Parent' }] },
  },
  presented: [
    [
      // The viewer cannot see 999.
      [
        { id: 750, type: '' },
        { id: 999, type: '' },
      ],
      {
        field_id: 500,
        label: 'Some field',
        type: 'art_link',
        links: [{ id: 750, uri: 'artifacts/750', tracker: bugTracker, type: null }],
        reverse_links: [parent],
      },
    ],
    [undefined, { field_id: 500, label: 'Some field', type: 'art_link', links: [], reverse_links: [parent] }],
  ],
  archived: [
    [
      '<value nature="_is_child"><![CDATA[10]]></value><value nature="">11</value>',
      [
        { id: 750, type: '_is_child' },
        { id: 751, type: '' },
      ],
    ],
    ['', []],
    ['<value>77</value>', [], 'Artifact "77" not found for the field some_field'],
    ['<value nature="odd">10</value>', [{ id: 750, type: 'odd' }]],
  ],
  indexed: [
    [[{ id: 750, type: '_is_child' }], [{ family: 'link', value: 750 as never, type: '_is_child', position: 0 }]],
  ],
  same: [[[], undefined]],
  differs: [[[{ id: 1, type: '' }], [{ id: 1, type: '_is_child' }]]],
})

describe('requested links to this artifact', () => {
  const requestedLinksOf = (input: ValueExample) => {
    const entry = { field_id: 500, ...input }
    const needs = createEmptyWriteNeeds()
    artLink.input?.collectNeeds?.(entry, createField('art_link'), needs)
    const context = writeContext(needs)
    artLink.input?.parse(entry, createField('art_link'), context)
    return context.reverseLinkChanges
  }

  it('add one link from a parent', () =>
    expect(requestedLinksOf({ parent: { id: 751 } })).toStrictEqual([
      { kind: 'more', links: [{ from: 751, type: '_is_child' }] },
    ]))
  it('replace all with `all_links`', () =>
    expect(
      requestedLinksOf({
        all_links: [
          { id: 750, direction: 'forward', type: '' },
          { id: 751, direction: 'reverse', type: '_is_child' },
        ],
      }),
    ).toStrictEqual([{ kind: 'all', links: [{ from: 751, type: '_is_child' }] }]))
  it('are removed by empty `all_links`', () =>
    expect(requestedLinksOf({ all_links: [] })).toStrictEqual([{ kind: 'all', links: [] }]))
  it('do not change with `links` only', () => expect(requestedLinksOf({ links: [{ id: 750 }] })).toStrictEqual([]))
})
