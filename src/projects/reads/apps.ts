import type { Caller } from '../../kit/caller.ts'
import type { OAuth2AppId, ProjectId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { OAuth2App } from '../../platform/model/oauth2-app.ts'
import { countUsersOf, lookForApp, pageOfApps } from '../../platform/store/oauth2-apps.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import type { ShownApp } from '../model/shown-app.ts'
import { projectOf } from '../store/projects.ts'
import { appsPermit } from './apps-permit.ts'

type Needed = Pick<World, 'db' | 'cache'>

/** One page of the apps of a project or (null) of the whole site, for who administers them. */
export async function pageOfShownApps(
  world: Needed,
  caller: Caller,
  place: ProjectId | null,
  page: Page,
): Promise<{ apps: ShownApp[]; size: number }> {
  const permit = await appsPermit(world.db.read, caller, place, await settingsOf(world))
  const { apps, size } = await pageOfApps(world.db.read, permit, page)
  return { apps: await shown(world, place, apps), size }
}

/** One app, for the same. */
export async function findShownApp(world: Needed, caller: Caller, id: OAuth2AppId): Promise<ShownApp> {
  const app = Number.isSafeInteger(id) ? await lookForApp(world.db.read, id) : undefined
  if (app === undefined) throw new Refusal('absent', 'This app does not exist.')
  await appsPermit(world.db.read, caller, app.projectId, await settingsOf(world))
  const [one] = await shown(world, app.projectId, [app])
  return one as ShownApp
}

async function shown(world: Needed, place: ProjectId | null, apps: readonly OAuth2App[]): Promise<ShownApp[]> {
  const project = place === null ? undefined : await projectOf(world, place)
  const ids = apps.map(({ id }) => id)
  const users = await countUsersOf(world.db.read, ids)
  return apps.map((app) => ({ app, project, users: users.get(app.id) ?? 0 }))
}
