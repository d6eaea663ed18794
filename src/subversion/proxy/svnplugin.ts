import type { Ahead, Exchange } from '../../kit/http/ahead.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { loginKey } from '../../platform/model/user.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { bringAccessFileUpToDate } from '../commands/bring-access-file-up-to-date.ts'
import { readServedAddress } from '../model/served-address.ts'
import { apacheOf, servedAs } from '../open-storage.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { signIn } from '../sign-in.ts'
import { forward } from './forward.ts'
import { openRepository } from './open-repository.ts'
import { refuse } from './refuse.ts'

/**
 * `/svnplugin/<project>/<repository>/…`: what clients of Subversion speak to (docs/api/subversion.md §2.3,
 * docs/decisions/0034-run-apache-behind-the-server.md).
 */
export const svnplugin: Ahead = {
  isFor: (path) => /^\/svnplugin(\/|$)/i.test(path),
  async answer(exchange, world) {
    try {
      await answer(exchange, world)
    } catch (thrown) {
      const { request } = exchange
      if (!(thrown instanceof Refusal)) world.log.error({ err: thrown, method: request.method }, 'svn request failed')
      const refusal = thrown instanceof Refusal ? thrown : unavailable
      refuse(exchange, refusal)
    }
  },
}

const unavailable = new Refusal('unavailable', 'Subversion is not available at the moment', {
  headers: { 'Retry-After': '10' },
})

async function answer(exchange: Exchange, world: World): Promise<void> {
  const apache = apacheOf(world)
  if (apache === undefined) refuseAbsent()
  await world.cache.refresh()
  const { authorization } = exchange.request.headers
  const account = await signIn(world, { authorization, address: exchange.address })
  const address = readServedAddress(exchange.url)
  if (address === undefined) throw new Refusal('absent', 'Repository not found')
  const repository = await openRepository(world, account, address)
  await bringAccessFileUpToDate(world, repository)
  const reached = await apache.reach(servedAs(world, address.project, address.repository, repository.folder))
  const { public_url } = await settingsOf(world)
  const origin = public_url ?? world.config.publicUrl ?? exchange.origin
  forward(exchange, { address, reached, login: loginKey(account.user.login), origin })
}
