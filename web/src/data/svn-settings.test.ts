import { describe, expect, it } from 'vitest'
import { asSent, type Edit, isOvertaken, notificationEdit, type SentSettings } from './svn-settings.ts'

const plain: SentSettings = {
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
  it('is not overtaken by what was changed elsewhere', () => {
    expect(isOvertaken(ofRules, plain, { ...plain, access_file: '[/]' })).toBe(false)
  })

  it('is overtaken by another change of the same part', () => {
    const others = { is_reference_mandatory: false, is_commit_message_change_allowed: true }
    expect(isOvertaken(ofRules, plain, { ...plain, commit_rules: others })).toBe(true)
  })

  it('is not overtaken by the very same change', () => {
    expect(isOvertaken(ofRules, plain, { ...plain, commit_rules: rules })).toBe(false)
  })
})

describe('an edit of a notification', () => {
  const of = (path: string, email = 'a@example.com') => ({ path, emails: [email], users: [], user_groups: [] })
  const among = (...all: readonly ReturnType<typeof of>[]): SentSettings => ({ ...plain, email_notifications: all })
  const pathsAfter = (edit: Edit, settings: SentSettings) =>
    edit.make(settings).email_notifications.map(({ path, emails }) => `${path} ${emails}`)

  it('adds at the end, changes in place and takes away, and leaves the others', () => {
    const all = among(of('/a'), of('/b'), of('/c'))
    expect(pathsAfter(notificationEdit(null, of('/d', 'x')), all)).toEqual([
      '/a a@example.com',
      '/b a@example.com',
      '/c a@example.com',
      '/d x',
    ])
    const moved = ['/a a@example.com', '/e x', '/c a@example.com']
    expect(pathsAfter(notificationEdit('/b', of('/e', 'x')), all)).toEqual(moved)
    expect(pathsAfter(notificationEdit('/b', null), all)).toEqual(['/a a@example.com', '/c a@example.com'])
    expect(pathsAfter(notificationEdit('/gone', null), all)).toHaveLength(3)
  })

  it('never names a path twice, also when another one has it meanwhile', () => {
    const all = among(of('/a'), of('/b'))
    expect(pathsAfter(notificationEdit('/a', of('/b', 'x')), all)).toEqual(['/b x'])
    expect(pathsAfter(notificationEdit(null, of('/b', 'x')), all)).toEqual(['/a a@example.com', '/b x'])
  })

  it('is overtaken by what happened to its own path alone', () => {
    const added = notificationEdit(null, of('/trunk'))
    expect(isOvertaken(added, plain, among(of('/tags')))).toBe(false)
    expect(isOvertaken(added, plain, among(of('/trunk', 'b@example.com')))).toBe(true)
    const removed = notificationEdit('/tags', null)
    expect(isOvertaken(removed, among(of('/tags')), among(of('/tags', 'b@example.com')))).toBe(true)
    expect(isOvertaken(removed, among(of('/tags')), plain)).toBe(false)
  })
})

describe('settings as they are sent', () => {
  it('name people and groups by id, and hold everything else as it is', () => {
    const user = { id: 7, uri: 'users/7' } as never
    const group = { id: '101_3', label: 'Members' } as never
    const shown = { ...plain, email_notifications: [{ path: '/', emails: ['x'], users: [user], user_groups: [group] }] }
    expect(asSent(shown)).toEqual({
      ...plain,
      email_notifications: [{ path: '/', emails: ['x'], users: [7], user_groups: ['101_3'] }],
    })
  })
})
