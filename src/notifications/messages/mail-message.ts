import { formatNameOrLogin } from '../../accounts/model/display-name.ts'
import type { Account } from '../../accounts/store/accounts.ts'
import { loadRelatedData } from '../../artifacts/reads/load-related-data.ts'
import { createRenderContexts, type RenderContext } from '../../artifacts/representations/render-context.ts'
import { getTitle } from '../../artifacts/representations/summary.ts'
import type { Field, RichText } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { Language } from '../../kit/values/language.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { Mail, Message } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import type { NotificationContent } from '../reads/notification-content.ts'
import { formatValue } from '../representations/value-text.ts'
import { buildArtifactUrl, buildSettingsUrl, renderLink } from './mail-links.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'commits' | 'config'>

/** Builds the mail to one user about a change, with only what that user may see; null: they may see nothing of it. */
export async function buildMailMessage(
  world: Deps,
  { user, reading }: Account,
  notification: NotificationContent,
  { domain }: Pick<Mail, 'domain'>,
): Promise<Message | null> {
  const viewer = { caller: reading, ...(await renderLocale(world)) }
  const times = [notification.after, ...(notification.before === null ? [] : [notification.before.artifact])]
  const comment: RichText | null =
    notification.comment === null ? null : { format: notification.comment.format, content: notification.comment.body }
  const extra = {
    users: [notification.change.userId ?? notification.changeset.submittedBy].filter((id) => id !== null),
    texts: comment === null ? [] : [comment],
    form: 'both',
  } as const
  const surroundings = await loadRelatedData(world, reading, times, 'values', extra)
  const [after, before = null] = createRenderContexts(viewer, surroundings)(times)
  if (after === undefined) return null
  const { tracker, project } = after.visibleTracker
  const id = notification.artifact.id
  const xref = `${tracker.itemName} #${id}`
  const title = getTitle(after) ?? ''
  const [author] = extra.users
  const by = author === undefined ? undefined : surroundings.users.get(author)
  const language = reading.language ?? 'en'
  const words = texts[language]
  const content: MailContent = {
    language,
    headline: `${by === undefined ? words.user : formatNameOrLogin(by, reading.nameStyle)} ${words.verbs[notification.change.kind]} ${xref}`,
    title,
    url: buildArtifactUrl(viewer.origin, id),
    changes: notification.changedFields
      .map((field) => describeFieldChange(field, before, after))
      .filter(({ from, to }) => from !== to),
    comment:
      comment === null
        ? null
        : { text: after.presenting.plainText(comment), html: after.presenting.renderText(comment) },
    location: `${tracker.name}, ${project.name}`,
    settingsUrl: buildSettingsUrl(viewer.origin),
  }
  const root = `artifact-${id}@${domain}`
  const isFirst = notification.change.kind === 'created'
  return {
    to: { name: user.realName, address: user.email },
    subject: `[${project.shortName}] ${xref} ${truncateTitle(title)}`,
    text: renderPlainText(content),
    html: renderHtml(content),
    messageId: isFirst ? root : `artifact-${id}-change-${notification.change.id}@${domain}`,
    references: isFirst ? [] : [root],
    headers: {
      // RFC 3834 §5.1: suppresses automatic replies. RFC 2919: identifies the list for mail filters.
      'Auto-Submitted': 'auto-generated',
      'List-Id': `<tracker-${tracker.id}.${domain}>`,
    },
  }
}

/** Some mail servers reject long headers. */
const maxTitleLength = 200
const truncateTitle = (title: string): string =>
  title.length > maxTitleLength ? `${title.slice(0, maxTitleLength).toWellFormed()}...` : title

const english = {
  user: 'A user',
  verbs: {
    created: 'added',
    updated: 'changed',
    comment_changed: 'changed',
    ranked: 'moved',
    moved: 'moved',
    deleted: 'deleted',
  },
  empty: '(empty)',
  footer:
    'You receive this email because you submitted, commented on, are selected or mentioned in, or watch this artifact.',
  settings: 'Choose which changes are mailed to you:',
}

/** By the preference of the recipient; English without one. */
const texts: Readonly<Record<Language, typeof english>> = {
  en: english,
  fr: {
    user: 'Un utilisateur',
    verbs: {
      created: 'a ajouté',
      updated: 'a modifié',
      comment_changed: 'a modifié',
      ranked: 'a déplacé',
      moved: 'a déplacé',
      deleted: 'a supprimé',
    },
    empty: '(vide)',
    footer:
      'Vous recevez cet e-mail parce que vous avez soumis ou commenté cet artefact, y êtes sélectionné ou mentionné, ou le suivez.',
    settings: 'Choisir les modifications envoyées par e-mail\u00a0:',
  },
}

interface FieldChange {
  readonly label: string
  readonly from: string
  readonly to: string
}

interface MailContent {
  readonly language: Language
  readonly headline: string
  readonly title: string
  readonly url: string
  readonly changes: readonly FieldChange[]
  readonly comment: { readonly text: string; readonly html: string } | null
  readonly location: string
  readonly settingsUrl: string
}

const describeFieldChange = (field: Field, before: RenderContext | null, after: RenderContext): FieldChange => ({
  label: field.label,
  from: before === null ? '' : formatFieldValue(before, field),
  to: formatFieldValue(after, field),
})

function formatFieldValue({ artifact, presenting }: RenderContext, field: Field): string {
  const { present, flat } = getFieldType(field.type)
  const value = artifact.values[field.id]
  return formatValue(field, present?.(value, field, presenting), flat?.(value, field, presenting))
}

const renderPlainText = ({
  language,
  headline,
  title,
  url,
  changes,
  comment,
  location,
  settingsUrl,
}: MailContent): string =>
  [
    headline,
    ...(title === '' ? [] : [title]),
    url,
    ...(changes.length === 0
      ? []
      : ['', ...changes.map(({ label, from, to }) => `${label}: ${formatChange(from, to, texts[language].empty)}`)]),
    ...(comment === null ? [] : ['', comment.text]),
    '',
    '-- ',
    location,
    texts[language].footer,
    `${texts[language].settings} ${settingsUrl}`,
    '',
  ].join('\n')

const formatChange = (from: string, to: string, empty: string): string =>
  from === '' ? to : `${from} → ${to === '' ? empty : to}`

function renderHtml({ language, headline, title, url, changes, comment, location, settingsUrl }: MailContent): string {
  const rows = changes.map(
    ({ label, from, to }) =>
      `<tr><th align="left">${escapeHtml(label)}</th><td><del>${escapeHtml(from)}</del></td><td>${escapeHtml(to)}</td></tr>`,
  )
  const link = renderLink(url, title === '' ? url : title)
  return [
    `<p>${escapeHtml(headline)}<br>${link}</p>`,
    ...(rows.length === 0 ? [] : [`<table cellpadding="4">${rows.join('')}</table>`]),
    ...(comment === null ? [] : [`<blockquote>${comment.html}</blockquote>`]),
    `<hr><p><small>${[location, texts[language].footer, texts[language].settings].map(escapeHtml).join('<br>')} ${renderLink(settingsUrl)}</small></p>`,
  ].join('\n')
}
