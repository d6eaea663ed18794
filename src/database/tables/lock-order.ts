import type { Tables } from './tables.ts'

/**
 * Order in which a transaction locks rows of different tables (lock-rows.ts), so that two transactions cannot wait for
 * each other: first the projects of several artifacts (`writeArtifacts`), then these, and within a table by id. Tests
 * check it for every transaction (test/kit/lock-order.ts).
 */
export const lockOrder = [
  ['revision'],
  ['category'],
  ['user'],
  ['session'],
  ['access_key'],
  ['token'],
  ['totp'],
  ['email_change'],
  ['oauth2_app'],
  ['oauth2_code'],
  ['tracker'],
  ['project'],
  ['upload'],
  ['digest_email'],
  // Only changes of several artifacts lock artifacts after link types, and those wait for each other before.
  ['artifact', 'link_type'],
  ['repository'],
] as const satisfies readonly (readonly (keyof Tables)[])[]

/** A table whose rows may be locked. */
export type LockedTable = (typeof lockOrder)[number][number]
