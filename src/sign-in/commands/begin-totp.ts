import { Refusal } from '../../kit/messages/refusal.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import { createTotpSecret } from '../authentication/totp-code.ts'
import type { Session } from '../model/session.ts'
import { lockTotp, beginTotp as saveTotp } from '../store/totp.ts'
import { buildTotpPurpose } from './verify-totp-code.ts'

/** Creates a secret for an authenticator app; the app is enabled once a code of it was verified. */
export async function beginTotp(
  world: Pick<CommandWorld, 'db' | 'config'>,
  permit: Permit<'change factors', UserId>,
  session: Session,
): Promise<string> {
  const cipher = await loadSecretCipher(world)
  const secret = createTotpSecret()
  const sealed = cipher.encrypt(buildTotpPurpose(permit.subject), secret)
  await world.db.write(async (tx) => {
    await assertSessionActive(tx, session)
    const totp = await lockTotp(tx, permit.subject)
    if (totp !== undefined && totp.enabledOn !== null) {
      throw new Refusal('conflict', 'An authenticator app is set up already: turn it off first.')
    }
    await saveTotp(tx, permit, sealed)
  })
  return secret
}
