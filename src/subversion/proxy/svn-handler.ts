import { setTimeout as wait } from 'node:timers/promises'
import { normalizeLogin } from '../../accounts/model/user.ts'
import type { RawExchange, RawHandler } from '../../http/declarations/raw-handler.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import { beginWork } from '../../world/units/begin-work.ts'
import { syncAccessFile } from '../commands/sync-access-file.ts'
import { parseServedUrl } from '../model/served-url.ts'
import { getOwnership, type Ownership } from '../owner/ownership.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { getApache, toServedRepository } from '../storage/open-storage.ts'
import { forwardToApache } from './forward.ts'
import { forwardToOwner, hopHeaders } from './forward-to-owner.ts'
import { openRepository } from './open-repository.ts'
import { reportProgress } from './report-progress.ts'
import { sendRefusal } from './send-refusal.ts'
import { signIn } from './sign-in.ts'

/**
 * Handles `/svnplugin/<project>/<repository>/…`, the endpoint of Subversion clients (docs/api/subversion.md §2.3,
 * docs/decisions/0034-run-apache-behind-the-server.md).
 */
export const svnHandler: RawHandler = {
  matches: (path) => /^\/svnplugin(\/|$)/i.test(path),
  async answer(exchange, world) {
    try {
      await handle(exchange, world)
    } catch (thrown) {
      const { request } = exchange
      if (!(thrown instanceof Refusal)) world.log.error({ err: thrown, method: request.method }, 'svn request failed')
      const refusal = thrown instanceof Refusal ? thrown : unavailable
      sendRefusal(exchange, refusal)
    }
  },
}

const unavailable = new Refusal('unavailable', 'Subversion is not available at the moment', {
  headers: { 'Retry-After': '10' },
})

async function handle(exchange: RawExchange, world: IdleWorld): Promise<void> {
  const ownership = getOwnership(world)
  const { token, address, origin } = readHop(exchange)
  const client = token === undefined ? exchange : { ...exchange, address, origin }
  if (token !== undefined) {
    if (!ownership.isForwardedHere(token)) throw anotherOwner
    // Served here, or, if this node no longer has the lease, forwarded again to a later owner: never in a circle.
    reportProgress(exchange)
  }
  for (const end = performance.now() + maxConnectMs; ; await wait(retryMs)) {
    const owner = await ownership.find()
    if (owner === 'this node') return serve(client, world, ownership)
    if (await forwardToOwner(client, owner, ownership)) return
    if (exchange.response.destroyed || performance.now() > end) throw unavailable
  }
}

const retryMs = 200
/** At least as long as the lease of a node that has ended. */
const maxConnectMs = 30_000

const anotherOwner = new Refusal('unavailable', 'Subversion is not available at the moment', {
  headers: { 'Retry-After': '1' },
})

function readHop({ request, address, origin }: RawExchange) {
  const read = (name: string): string | undefined => request.headersDistinct[name]?.[0]
  return {
    token: read(hopHeaders.token),
    address: read(hopHeaders.address) ?? address,
    origin: read(hopHeaders.origin) ?? origin,
  }
}

/** Serves a request with the Apache of this node. */
async function serve(exchange: RawExchange, idle: IdleWorld, ownership: Ownership): Promise<void> {
  const leave = ownership.enter()
  exchange.response.once('close', leave)
  const apache = getApache(idle)
  if (apache === undefined) throwNotInstalled()
  const world = await beginWork(idle)
  const { authorization } = exchange.request.headers
  const account = await signIn(world, { authorization, address: exchange.address })
  const address = parseServedUrl(exchange.url)
  if (address === undefined) throw new Refusal('absent', 'Repository not found')
  const repository = await openRepository(world, account, address)
  await syncAccessFile(world, repository)
  const served = toServedRepository(world, address.project, address.repository, repository.directory)
  const endpoint = await apache.serve(served)
  const { public_url } = await getSettings(world)
  const origin = public_url ?? world.config.publicUrl ?? exchange.origin
  const login = normalizeLogin(account.user.login)
  forwardToApache(exchange, { address, endpoint, directory: served.path, login, origin })
}
