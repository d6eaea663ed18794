import { loaded } from '../catalogue.ts'
import { type SiteKeyTexts, siteKeys } from '../en/site-keys.ts'

/** The texts of the page of all access keys, in the language of the page. */
export const siteKeyTexts: SiteKeyTexts = loaded.partTexts?.siteKeys ?? siteKeys
