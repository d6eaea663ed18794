import { normalizeLogin } from '../../accounts/model/user.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

const minute = 60
const hour = 3600
/** Many users may share an IP address; this is still too few for guessing. */
const networkFactor = 5
/** Per hour instead of per minute: fewer than a guesser has in an hour of minutes. */
const hourlyFactor = 3
/** More than one network can use up, so that a single guesser cannot delay the owner; 100 unless the setting is changed. */
const accountFactor = 10

export interface SignInClient {
  /** '': attempts that name no account */
  readonly login: string
  readonly address: string
}

export interface AttemptLimit {
  /** What attempts are counted by. */
  readonly key: string
  /** Attempts in the window. */
  readonly limit: number
  readonly windowSeconds: number
}

/**
 * Returns the limits for a client, of which each holds: by network, by network and account, and by account (OWASP ASVS
 * 4.0 §2.2.1: at most 100 failed attempts on an account in an hour).
 */
export function buildAttemptLimits({ login, address }: SignInClient, perMinute: number): readonly AttemptLimit[] {
  const network = findNetwork(address)
  const account = normalizeLogin(login).slice(0, 100)
  const usual = [
    { key: network, limit: perMinute * networkFactor, windowSeconds: minute },
    { key: `${network} ${account}`, limit: perMinute, windowSeconds: minute },
  ]
  if (account === '') return usual
  return [
    ...usual,
    { key: `${network} ${account} hour`, limit: perMinute * hourlyFactor, windowSeconds: hour },
    { key: `account ${account} hour`, limit: perMinute * accountFactor, windowSeconds: hour },
  ]
}

/** Returns the addresses that one client may have: an IPv4 address, or the /64 of an IPv6 address (RFC 6177 §2). */
function findNetwork(address: string): string {
  if (!address.includes(':')) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [first, second] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const [before = [], after = []] = [first, second]
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Returns the attempts that still count. */
export const filterRecentAttempts = (
  attempts: readonly EpochSeconds[],
  now: EpochSeconds,
  { windowSeconds }: Pick<AttemptLimit, 'windowSeconds'>,
): readonly EpochSeconds[] => attempts.filter((at) => at > now - windowSeconds)

/** Returns the seconds until the next attempt is allowed, 0 for now, by the recent attempts, oldest first. */
export function computeAttemptWait(
  recent: readonly EpochSeconds[],
  now: EpochSeconds,
  { limit, windowSeconds }: Pick<AttemptLimit, 'limit' | 'windowSeconds'>,
): number {
  const oldest = recent[recent.length - limit]
  return oldest === undefined ? 0 : oldest + windowSeconds - now
}

/** Returns the moment from which an attempt no longer counts by any limit. */
export const computeAttemptEnd = (at: EpochSeconds): EpochSeconds => (at + hour) as EpochSeconds
