import { describe, expect, it } from 'vitest'
import {
  buildNotificationEdit,
  type Edit,
  isChangedConcurrently,
  type SettingsInput,
  toSettingsInput,
} from './svn-settings.ts'

const plain: SettingsInput = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: ['/tags'], whitelist: [] },
  access_file: '',
  email_notifications: [],
  has_default_permissions: true,
}
const rules = { is_reference_mandatory: true, is_commit_message_change_allowed: false }
const ofRules: Edit = {
  of: (settings) => settings.commit_rules,
  make: (settings) => ({ ...settings, commit_rules: rules }),
}

describe('an edit of settings of a repository', () => {
  it('does not conflict with changes of other parts', () => {
    expect(isChangedConcurrently(ofRules, plain, { ...plain, access_file: '[/]' })).toBe(false)
  })

  it('conflicts with another change of the same part', () => {
    const others = { is_reference_mandatory: false, is_commit_message_change_allowed: true }
    expect(isChangedConcurrently(ofRules, plain, { ...plain, commit_rules: others })).toBe(true)
  })

  it('does not conflict with an equal change', () => {
    expect(isChangedConcurrently(ofRules, plain, { ...plain, commit_rules: rules })).toBe(false)
  })
})

describe('an edit of a notification', () => {
  const of = (path: string, email = 'a@example.com') => ({ path, emails: [email], users: [], user_groups: [] })
  const among = (...all: readonly ReturnType<typeof of>[]): SettingsInput => ({ ...plain, email_notifications: all })
  const pathsAfter = (edit: Edit, settings: SettingsInput) =>
    edit.make(settings).email_notifications.map(({ path, emails }) => `${path} ${emails}`)

  it('adds at the end, changes in place and removes, and keeps the others', () => {
    const all = among(of('/a'), of('/b'), of('/c'))
    expect(pathsAfter(buildNotificationEdit(null, of('/d', 'x')), all)).toEqual([
      '/a a@example.com',
      '/b a@example.com',
      '/c a@example.com',
      '/d x',
    ])
    const moved = ['/a a@example.com', '/e x', '/c a@example.com']
    expect(pathsAfter(buildNotificationEdit('/b', of('/e', 'x')), all)).toEqual(moved)
    expect(pathsAfter(buildNotificationEdit('/b', null), all)).toEqual(['/a a@example.com', '/c a@example.com'])
    expect(pathsAfter(buildNotificationEdit('/gone', null), all)).toHaveLength(3)
  })

  it('never contains a path twice, even after a concurrent change', () => {
    const all = among(of('/a'), of('/b'))
    expect(pathsAfter(buildNotificationEdit('/a', of('/b', 'x')), all)).toEqual(['/b x'])
    expect(pathsAfter(buildNotificationEdit(null, of('/b', 'x')), all)).toEqual(['/a a@example.com', '/b x'])
  })

  it('conflicts only with changes of its own path', () => {
    const added = buildNotificationEdit(null, of('/trunk'))
    expect(isChangedConcurrently(added, plain, among(of('/tags')))).toBe(false)
    expect(isChangedConcurrently(added, plain, among(of('/trunk', 'b@example.com')))).toBe(true)
    const removed = buildNotificationEdit('/tags', null)
    expect(isChangedConcurrently(removed, among(of('/tags')), among(of('/tags', 'b@example.com')))).toBe(true)
    expect(isChangedConcurrently(removed, among(of('/tags')), plain)).toBe(false)
  })
})

describe('input of settings', () => {
  it('contains ids of users and groups, and all other values unchanged', () => {
    const user = { id: 7, uri: 'users/7' } as never
    const group = { id: '101_3', label: 'Members' } as never
    const settings = {
      ...plain,
      email_notifications: [{ path: '/', emails: ['x'], users: [user], user_groups: [group] }],
    }
    expect(toSettingsInput(settings)).toEqual({
      ...plain,
      email_notifications: [{ path: '/', emails: ['x'], users: [7], user_groups: ['101_3'] }],
    })
  })
})
