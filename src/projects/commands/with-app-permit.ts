import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId, ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { OAuth2App } from '../../oauth2/model/oauth2-app.ts'
import { lockApp } from '../../oauth2/store/oauth2-apps.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { requireAppsPermit } from '../reads/apps-permit.ts'

export type AppPermit = Permit<'administer apps', ProjectId | null>

/** Runs an operation on a locked app and adds it to the audit log; `describe`: what the entry contains besides the app. */
export async function withAppPermit<Result>(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: OAuth2AppId,
  action: string,
  work: (tx: Tx, permit: AppPermit, app: OAuth2App) => Promise<Result>,
  describe: (app: OAuth2App, result: Result) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<Result> {
  const settings = await getSettings(withReads(world))
  return world.db.write(async (tx) => {
    const app = Number.isSafeInteger(id) ? await lockApp(tx, id) : undefined
    if (app === undefined) throw new Refusal('absent', 'This app does not exist.')
    const permit = await requireAppsPermit(tx, caller, app.projectId, settings)
    const result = await work(tx, permit, app)
    const detail = { app: id, project: app.projectId, ...describe(app, result) }
    const about = { project: app.projectId ?? undefined, subject: app.name }
    await tx.audit({ ...about, at: world.clock.now(), by: caller, action, detail })
    return result
  })
}
