import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId, ProjectId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { OAuth2App } from '../../oauth2/model/oauth2-app.ts'
import { countUsersOf, findApp, loadAppPage } from '../../oauth2/store/oauth2-apps.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { AppView } from '../model/app-view.ts'
import { getCachedProject } from '../store/projects.ts'
import { requireAppsPermit } from './apps-permit.ts'

type AppViewDeps = Pick<World, 'db' | 'cache'>

/** Returns one page of the apps of a project or (null) of the whole site, if the caller administers them. */
export async function loadAppViewPage(
  world: AppViewDeps,
  caller: Caller,
  place: ProjectId | null,
  page: Page,
): Promise<{ apps: AppView[]; size: number }> {
  const permit = await requireAppsPermit(world.db.read, caller, place, await getSettings(world))
  const { apps, size } = await loadAppPage(world.db.read, permit, page)
  return { apps: await loadAppViews(world, place, apps), size }
}

/** Returns one app, if the caller administers it. */
export async function getAppView(world: AppViewDeps, caller: Caller, id: OAuth2AppId): Promise<AppView> {
  const app = Number.isSafeInteger(id) ? await findApp(world.db.read, id) : undefined
  if (app === undefined) throw new Refusal('absent', 'This app does not exist.')
  await requireAppsPermit(world.db.read, caller, app.projectId, await getSettings(world))
  const [one] = await loadAppViews(world, app.projectId, [app])
  return one as AppView
}

async function loadAppViews(
  world: AppViewDeps,
  place: ProjectId | null,
  apps: readonly OAuth2App[],
): Promise<AppView[]> {
  const project = place === null ? undefined : await getCachedProject(world, place)
  const ids = apps.map(({ id }) => id)
  const users = await countUsersOf(world.db.read, ids)
  return apps.map((app) => ({ app, project, users: users.get(app.id) ?? 0 }))
}
