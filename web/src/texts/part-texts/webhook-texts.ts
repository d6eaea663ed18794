import { loaded } from '../catalogue.ts'
import { type WebhookTexts, webhooks } from '../en/webhooks.ts'

/** The texts of webhooks, in the language of the page. */
export const webhookTexts: WebhookTexts = loaded.partTexts?.webhooks ?? webhooks
