import { describeFieldTypeContract } from '../../../test/kit/field-type-contract.ts'
import { aid } from './aid.ts'
import { atid } from './atid.ts'
import { burndown } from './burndown.ts'
import { cross } from './cross.ts'
import { luby } from './luby.ts'
import { lud } from './lud.ts'
import { priority } from './priority.ts'
import { subby } from './subby.ts'
import { subon } from './subon.ts'

const entry = (type: string, value: unknown) => ({ field_id: 500, type, label: 'Some field', value })
const avatar = 'https://tracker.example/themes/common/images/avatar_default.png'
const pictureOf = (login: string) => `https://tracker.example/users/${login}/avatar.png`
const item = (id: number, login: string, name: string) => ({
  id,
  label: login,
  user_reference: { id, uri: `users/${id}`, real_name: name, username: login, avatar_url: pictureOf(login) },
})
const mira = item(103, 'mira', 'Mira Sol (mira)')
const ole = item(104, 'ole', 'Ole Berg (ole)')
const moments = { default_value: '2026-04-01 01:33', extra: { is_time_displayed: true } }

const refusesValues = {
  accepted: [[{ value: null }, undefined]],
  refused: [[{ value: 5 }, 'You are not allowed to update the field Some field.']],
  stopped: [[{}, 'Expected format for field 500 : {"field_id" : 15458, "value" : some_value']],
} as const

/** Any input is accepted, because clients send back what they read. */
const ignoresValues = {
  accepted: [
    [{ value: 5 }, undefined],
    [{ value: { id: 103 } }, undefined],
    [{ bind_value_ids: [103] }, undefined],
    [{}, undefined],
  ],
  initial: undefined,
  filled: [undefined as never],
} as const

describeFieldTypeContract(aid, {
  ...refusesValues,
  presented: [[undefined, entry('aid', 742)]],
  flat: [[undefined, 742]],
})
describeFieldTypeContract(atid, {
  ...refusesValues,
  presented: [[undefined, entry('atid', 7)]],
  flat: [[undefined, 7]],
})
describeFieldTypeContract(priority, {
  ...ignoresValues,
  presented: [[undefined, entry('priority', 70)]],
  flat: [[undefined, 70]],
})
describeFieldTypeContract(subon, {
  ...ignoresValues,
  description: moments,
  presented: [[undefined, entry('subon', '2026-02-02T03:40:00+01:00')]],
  flat: [[undefined, '2026-02-02T03:40:00+01:00']],
})
describeFieldTypeContract(lud, {
  ...ignoresValues,
  description: moments,
  presented: [[undefined, entry('lud', '2026-04-01T01:33:20+02:00')]],
})
describeFieldTypeContract(subby, {
  ...ignoresValues,
  description: {
    values: [mira],
    bindings: { type: 'users', list: [{ id: 0, label: 'artifact_submitters' }] },
    default_value: [],
  },
  presented: [
    [
      undefined,
      entry('subby', {
        id: 103,
        uri: 'users/103',
        user_url: '/users/mira',
        real_name: 'Mira Sol',
        display_name: 'Mira Sol (mira)',
        username: 'mira',
        ldap_id: null,
        avatar_url: pictureOf('mira'),
        is_anonymous: false,
        has_avatar: true,
        email: 'mira@example.com',
        status: 'A',
      }),
    ],
  ],
  flat: [[undefined, 'Mira Sol (mira)']],
})
describeFieldTypeContract(luby, {
  ...ignoresValues,
  description: { values: [mira, ole], bindings: { type: 'users', list: [] }, default_value: [] },
  presented: [
    [
      undefined,
      entry('luby', {
        id: null,
        uri: null,
        user_url: null,
        real_name: 'visitor@example.com',
        display_name: 'visitor@example.com',
        username: null,
        ldap_id: null,
        avatar_url: avatar,
        is_anonymous: true,
        has_avatar: true,
        email: null,
        status: null,
      }),
    ],
  ],
  flat: [[undefined, 'visitor@example.com']],
})
describeFieldTypeContract(cross, {
  ...ignoresValues,
  presented: [
    [
      undefined,
      entry('cross', [
        { ref: 'bug #750', url: 'https://tracker.example/goto?key=bug&val=750&group_id=118', direction: 'out' },
        { ref: 'bug #751', url: 'https://tracker.example/goto?key=bug&val=751&group_id=118', direction: 'in' },
      ]),
    ],
  ],
})
describeFieldTypeContract(burndown, {
  ...refusesValues,
  presented: [
    [
      undefined,
      entry('burndown', {
        start_date: '2026-03-31T23:00:00+00:00',
        duration: 2,
        capacity: null,
        points: [5],
        is_under_calculation: false,
        opening_days: [1, 2, 3, 4, 5],
        points_with_date: [
          { date: '2026-03-31T23:00:00+00:00', remaining_effort: 5 },
          { date: '2026-04-01T23:00:00+00:00', remaining_effort: null },
        ],
      }),
    ],
  ],
})
