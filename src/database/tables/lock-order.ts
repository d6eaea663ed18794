import type { Tables } from './tables.ts'

/**
 * Order in which a transaction locks rows of different tables (lock-rows.ts), so that two transactions cannot wait for
 * each other: first the projects of several artifacts (`writeArtifacts`), then these, and within a table by id. Tests
 * check it for every transaction (test/kit/lock-order.ts).
 */
export const lockOrder = [
  ['revision'],
  ['category'],
  ['identity_provider'],
  ['user'],
  ['session'],
  ['access_key'],
  ['token'],
  ['totp'],
  ['email_change'],
  ['tracker'],
  ['project'],
  ['oauth2_app'],
  ['oauth2_code'],
  ['upload'],
  ['digest_email'],
  // Only changes of several artifacts lock artifacts after link types, and those wait for each other before. A
  // transaction that changes or deletes a user group locks nothing after it, and those that refer to one do not wait
  // for each other.
  ['artifact', 'link_type', 'user_group'],
  ['repository'],
] as const satisfies readonly (readonly (keyof Tables)[])[]

/** A table whose rows may be locked. */
export type LockedTable = (typeof lockOrder)[number][number]
