import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { IdentityProviderId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import type { IdentityProvider, IdentityProviderDraft } from '../model/identity-provider.ts'

type Row = Selectable<Tables['identity_provider']>

const toProvider = (row: Row): IdentityProvider => ({
  id: row.id,
  label: row.label,
  issuer: row.issuer,
  clientId: row.client_id,
  sealedSecret: row.client_secret,
  loginClaim: row.login_claim,
  createsAccounts: row.creates_accounts === 1,
  linksByEmail: row.links_by_email === 1,
  // The row is written only by this file.
  emailDomains: JSON.parse(row.email_domains),
  isEnabled: row.is_enabled === 1,
  createdOn: row.created_on,
})

/** Returns all providers in the order of their creation, cached until one changes. There are few. */
const identityProvidersOf = (world: Pick<World, 'db' | 'cache'>): Promise<readonly IdentityProvider[]> =>
  world.cache.getOrLoad('settings', 'identity providers', () => loadIdentityProviders(world.db.read))

/** Returns the providers that the sign-in page offers. */
export const loadOfferedProviders = async (world: Pick<World, 'db' | 'cache'>): Promise<readonly IdentityProvider[]> =>
  (await identityProvidersOf(world)).filter(({ isEnabled }) => isEnabled)

/** Returns a provider by the id in a URL; a disabled one is not found. */
export async function getOfferedProvider(world: Pick<World, 'db' | 'cache'>, id = ''): Promise<IdentityProvider> {
  const provider = (await loadOfferedProviders(world)).find((each) => `${each.id}` === id)
  if (provider === undefined) throw new Refusal('absent', 'Identity provider not found.')
  return provider
}

export async function loadIdentityProviders(db: Reader): Promise<IdentityProvider[]> {
  return (await db.selectFrom('identity_provider').selectAll().orderBy('id').execute()).map(toProvider)
}

export async function getIdentityProvider(db: Reader, id: IdentityProviderId): Promise<IdentityProvider> {
  return requireProvider(await db.selectFrom('identity_provider').selectAll().where('id', '=', id).executeTakeFirst())
}

/** Returns a provider and locks it until the end of the transaction. Throws when it does not exist. */
export async function lockIdentityProvider(tx: Tx, id: IdentityProviderId): Promise<IdentityProvider> {
  const query = tx.selectFrom('identity_provider').selectAll().where('id', '=', id)
  return requireProvider(await lockRows(tx, query).executeTakeFirst())
}

function requireProvider(row: Row | undefined): IdentityProvider {
  if (row === undefined) throw new Refusal('absent', 'Identity provider does not exist')
  return toProvider(row)
}

type IdentityProviderColumns = IdentityProviderDraft & Pick<IdentityProvider, 'sealedSecret'>

const columnsOf = (provider: IdentityProviderColumns) => ({
  label: provider.label,
  client_id: provider.clientId,
  client_secret: provider.sealedSecret,
  login_claim: provider.loginClaim,
  creates_accounts: provider.createsAccounts ? (1 as const) : (0 as const),
  links_by_email: provider.linksByEmail ? (1 as const) : (0 as const),
  email_domains: JSON.stringify(provider.emailDomains),
  is_enabled: provider.isEnabled ? (1 as const) : (0 as const),
})

/** Adds a provider; a duplicate issuer aborts the transaction. */
export async function addIdentityProvider(
  tx: Tx,
  _permit: Permit<'administer', 'site'>,
  provider: IdentityProviderColumns,
  at: EpochSeconds,
): Promise<IdentityProviderId> {
  const [id] = (await allocateIds(tx, 'identity_provider', 1)) as [IdentityProviderId]
  const row = { id, issuer: provider.issuer, ...columnsOf(provider), created_on: at }
  await tx.insertInto('identity_provider').values(row).execute()
  return id
}

/** Saves everything but the issuer, which cannot change. */
export async function saveIdentityProvider(
  tx: Tx,
  _permit: Permit<'administer', 'site'>,
  id: IdentityProviderId,
  provider: IdentityProviderColumns,
): Promise<void> {
  await tx.updateTable('identity_provider').set(columnsOf(provider)).where('id', '=', id).execute()
}

export async function removeIdentityProvider(
  tx: Tx,
  _permit: Permit<'administer', 'site'>,
  id: IdentityProviderId,
): Promise<void> {
  await tx.deleteFrom('identity_provider').where('id', '=', id).execute()
}
