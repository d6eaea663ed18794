import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'

/** URLs in mails, on the public origin of the site. */
export const buildArtifactUrl = (origin: string, id: ArtifactId): string => `${origin}/plugins/tracker/?aid=${id}`
export const buildSettingsUrl = (origin: string): string => `${origin}/account/notifications`

/** Renders a link for the HTML form of a mail. */
export const renderLink = (url: string, label: string = url): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
