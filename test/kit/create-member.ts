import type { Member } from '../../src/kit/values/caller.ts'
import type { UserId } from '../../src/kit/values/ids.ts'

/** A signed-in user without memberships and permissions, except for `overrides`. */
export const createMember = (overrides: Partial<Member> = {}): Member => ({
  kind: 'member',
  id: 102 as UserId,
  login: 'alice',
  isRestricted: false,
  isSiteAdministrator: false,
  permissions: new Set(),
  memberOf: new Set(),
  administratorOf: new Set(),
  groups: new Set(),
  nameStyle: 'real-login',
  textFormat: 'commonmark',
  language: null,
  ...overrides,
})
