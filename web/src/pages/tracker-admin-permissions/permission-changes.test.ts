import { describe, expect, it } from 'vitest'
import {
  buildAccessBody,
  buildFieldBodies,
  changeCells,
  combineStates,
  dropSaved,
  getCellState,
  getChoice,
  getEffectiveChoice,
  listChoices,
  listDifferences,
  listSavedCells,
  noChanges,
  type PermissionField,
  type PermissionGroup,
  type PermissionsRepresentation,
} from './permission-changes.ts'

const refer = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, uri: '', label: id, users_uri: '', short_name: id, key: id }))
const createGroup = (id: string, member_of: string[], isOfProject: boolean): PermissionGroup => ({
  ...(refer(id)[0] as ReturnType<typeof refer>[number]),
  is_administrator: false,
  member_of,
  possible_on_tracker: isOfProject
    ? [
        ...(['can_access', 'can_access_submitted_by_user', 'can_access_assigned_to_group'] as const),
        ...(['can_access_submitted_by_group', 'can_admin'] as const),
      ]
    : ['can_access'],
  possible_on_fields: isOfProject ? ['can_read', 'can_submit', 'can_update'] : ['can_read', 'can_submit'],
})
const anonymous = createGroup('1', [], false)
const testers = createGroup('105', ['1'], true)
const groups = [anonymous, testers]
const severity: PermissionField = {
  field_id: 7,
  label: 'Severity',
  type: 'sb',
  required: false,
  possible: ['can_read', 'can_submit', 'can_update'],
  permissions_for_groups: { can_read: refer('1'), can_submit: [], can_update: refer('100') },
}
const access = {
  can_access: refer('1'),
  can_access_submitted_by_user: refer('105'),
  can_access_submitted_by_group: [],
  can_access_assigned_to_group: refer('105', '106'),
  can_admin: refer('101_4'),
}
const data: PermissionsRepresentation = { groups, fields: [severity], permissions_for_groups: access }
const saved = listSavedCells(data)

describe('changes of permissions', () => {
  it('have one access per group, and what it implies', () => {
    expect(getChoice(access, ['1'])).toBe('all')
    expect(getChoice(access, ['105'])).toBe('own_or_assigned')
    expect(getChoice(access, ['106'])).toBe('assigned')
    expect(getChoice(access, ['107'])).toBe('none')
    expect(getChoice({ ...access, can_access_submitted_by_group: refer('105') }, ['105'])).toBe('group_or_assigned')
    expect(getEffectiveChoice(access, new Map(), ['105', '1'])).toBe('all')
    expect(getEffectiveChoice(access, new Map([['1', 'none']]), ['105', '1'])).toBe('own_or_assigned')
    expect(listChoices(anonymous, 'all')).toEqual(['none', 'all'])
    expect(listChoices(testers, 'own_or_assigned')).toContain('own_or_assigned')
    expect(listChoices(testers, 'none')).not.toContain('own_or_assigned')
  })

  it('send all members of the access, also of groups that the page does not show', () => {
    expect(buildAccessBody(access, new Map([['105', 'group_or_assigned']]))).toEqual({
      can_access: ['1'],
      can_access_submitted_by_user: [],
      can_access_submitted_by_group: ['105'],
      can_access_assigned_to_group: ['106', '105'],
      can_admin: ['101_4'],
    })
  })

  it('are none once they are reverted or saved', () => {
    const on = { field: 7, key: 'can_update 105', isOn: true } as const
    const changed = changeCells(new Map(), [on], saved)
    expect(changed.get(7)).toEqual(new Map([['can_update 105', true]]))
    expect(changeCells(changed, [{ ...on, isOn: false }], saved).size).toBe(0)
    const changes = { ...noChanges, fields: changed }
    // Rows of fields are only rendered again if their changes are other ones.
    expect(dropSaved(changes, data, saved).fields.get(7)).toBe(changed.get(7))
    expect(dropSaved(changes, data, new Map([[7, new Set(['can_update 105'] as const)]])).fields.size).toBe(0)
    expect(dropSaved({ ...noChanges, access: new Map([['1', 'all']]) }, data, saved).access.size).toBe(0)
  })

  it('send only the permissions that change, with the groups that stay', () => {
    const changes = new Map([
      ['can_update 105', true],
      ['can_read 1', false],
    ] as const)
    expect(buildFieldBodies(severity, changes)).toEqual({
      before: { can_read: ['1'], can_update: ['100'] },
      after: { can_read: [], can_update: ['100', '105'] },
    })
    expect(listDifferences(changes, groups)).toEqual([
      { permission: 'can_read', isGranted: false, groups: ['1'] },
      { permission: 'can_update', isGranted: true, groups: ['105'] },
    ])
  })

  it('show what a cell is', () => {
    const cells = { field: severity, saved: saved.get(7) ?? new Set(), changes: undefined }
    expect(getCellState(cells, 'can_read', anonymous)).toBe('on')
    expect(getCellState(cells, 'can_update', anonymous)).toBe('absent')
    expect(getCellState(cells, 'can_read', testers)).toBe('implied')
    expect(getCellState(cells, 'can_update', testers)).toBe('off')
    const updated = { ...cells, changes: new Map([['can_update 105', true]] as const) }
    expect(getCellState(updated, 'can_read', testers)).toBe('locked')
    const readOnly = { ...cells, field: { ...severity, possible: ['can_read' as const] } }
    expect(getCellState(readOnly, 'can_submit', testers)).toBe('absent')
    expect(combineStates(['on', 'implied', 'absent'])).toBe('mixed')
    expect(combineStates(['on', 'locked'])).toBe('on')
    expect(combineStates(['absent', 'locked'])).toBe('locked')
    expect(combineStates(['absent'])).toBe('absent')
  })
})
