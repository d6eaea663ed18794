import { Refusal } from '../kit/refusal.ts'

/** Contract 40 §3.2. */
export function refuseAbsent(): never {
  throw new Refusal('not-implemented', 'Subversion is not available on this server')
}
