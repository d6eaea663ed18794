import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { OAuth2AppId, ProjectId } from '../../kit/values/ids.ts'
import { addApp } from '../../oauth2/store/oauth2-apps.ts'
import { createSecret, hashSecret } from '../../sign-in/authentication/secret.ts'
import { isRedirectUri } from '../../sign-in/model/redirect-uri.ts'
import { formatSplitSecret } from '../../sign-in/model/split-secret.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { AppInput } from '../model/app-view.ts'
import { requireAppsPermit } from '../reads/apps-permit.ts'
import { lockProject } from '../store/projects.ts'

/**
 * Creates an app of a project or (null) of the whole site (docs/api/oauth2.md §1); only this response contains its
 * secret.
 */
export async function registerApp(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  place: ProjectId | null,
  input: AppInput,
): Promise<{ readonly id: OAuth2AppId; readonly secret: string | null }> {
  const settings = await getSettings(withReads(world))
  return world.db.write(async (tx) => {
    // Nothing is added to a project that is being deleted.
    if (place !== null) await lockProject(tx, place)
    const permit = await requireAppsPermit(tx, caller, place, settings)
    assertValidApp(input)
    const verifier = input.isConfidential ? createSecret(32) : null
    const at = world.clock.now()
    const secret = verifier === null ? null : hashSecret(verifier)
    const id = await addApp(tx, permit, { ...input, secretHash: secret, createdOn: at })
    const detail = { app: id, project: place, redirect_uri: input.redirectUri }
    const about = { project: place ?? undefined, subject: input.name }
    await tx.audit({ ...about, at, by: caller, action: 'app registered', detail })
    return { id, secret: verifier === null ? null : formatSplitSecret('tlp-oauth2-c1-', { id, verifier }) }
  })
}

/** Throws when the name or the redirect URI is invalid (docs/api/oauth2.md §1). */
export function assertValidApp({ name, redirectUri }: Pick<AppInput, 'name' | 'redirectUri'>): void {
  if (name.trim() === '' || !isRedirectUri(redirectUri))
    throw new Refusal('invalid', 'The provided app data is not valid.')
}
