import { formatIsoDate } from '../../kit/values/time.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { findBackupVerification } from '../../site/store/backup-verification.ts'
import type { World } from '../../world/model/world.ts'
import { type Check, failCheck, passCheck } from './check.ts'

const name = 'verified backup'

/** Checks the result of the last `backup verify` and reports its age. */
export async function checkBackupVerification(world: Pick<World, 'db' | 'cache' | 'config' | 'clock'>): Promise<Check> {
  const result = await findBackupVerification(world.db.read)
  if (result === undefined) return passCheck(name, 'none yet (tulipwood backup verify DIRECTORY)')
  const { timezone } = await renderLocale(world)
  const days = Math.floor((world.clock.now() - result.ended_on) / 86_400)
  const when = `${formatIsoDate(result.ended_on, timezone)} (${days === 1 ? '1 day' : `${days} days`} ago)`
  const backup = `${result.path} of ${result.created_on}`
  return result.error === null
    ? passCheck(name, `${backup}, verified on ${when}`)
    : failCheck(name, `${backup} was not valid on ${when}: ${result.error}`)
}
