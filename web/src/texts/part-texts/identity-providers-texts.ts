import { loaded } from '../catalogue.ts'
import { type IdentityProvidersTexts, identityProviders } from '../en/identity-providers.ts'

/** The texts of the page of identity providers, in the language of the page. */
export const identityProvidersTexts: IdentityProvidersTexts = loaded.partTexts?.identityProviders ?? identityProviders
