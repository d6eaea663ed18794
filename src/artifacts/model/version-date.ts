import type { EpochSeconds } from '../../kit/values/time.ts'
import type { ArtifactHeader } from './artifact.ts'

/**
 * How far version dates may run ahead of the clock, in seconds. The clocks of servers on one database must agree within
 * this time.
 */
const maxLead = 5

/**
 * The date that names the next version in `Last-Modified` and `If-Unmodified-Since` (docs/decisions/0042-exact-times.md): the time of
 * the change, or in a burst the next free second. No client has seen a date that the clock has not reached, so a date
 * that is far enough ahead passes from one version to the next.
 */
export function computeNextVersionDate(
  { updatedOn, versionDate }: Pick<ArtifactHeader, 'updatedOn' | 'versionDate'>,
  now: EpochSeconds,
): EpochSeconds {
  if (versionDate < now) return now
  const wasNeverShown = versionDate - now >= maxLead && versionDate - updatedOn >= maxLead
  return wasNeverShown ? versionDate : versionDate + 1
}
