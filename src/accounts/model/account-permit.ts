import type { UserId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { User } from './user.ts'

/** Permits after which sessions, tokens and links of an account end. */
export type AccountPermit = Permit<'change factors' | 'clear factors' | 'end sessions', UserId> | Permit<'update', User>

/** Returns the account of a permit. */
export const getPermittedUser = ({ subject }: AccountPermit): UserId =>
  typeof subject === 'number' ? subject : subject.id

/** Of a presented secret: a session, a token, a code, a link (kit/messages/system-permits.ts). */
export type CredentialPermit = SystemPermit<'use credentials'>
