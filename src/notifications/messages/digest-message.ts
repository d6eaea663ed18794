import { formatNameOrLogin } from '../../accounts/model/display-name.ts'
import type { Account } from '../../accounts/store/accounts.ts'
import { loadRelatedData } from '../../artifacts/reads/load-related-data.ts'
import { createRenderContexts } from '../../artifacts/representations/render-context.ts'
import { getTitle } from '../../artifacts/representations/summary.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Language } from '../../kit/values/language.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { Mail, Message } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import type { DigestKey } from '../model/digest.ts'
import type { InboxItem } from '../model/inbox.ts'
import type { Digest } from '../reads/list-digest.ts'
import { buildExcerpt } from '../representations/inbox-item.ts'
import { buildArtifactUrl, buildSettingsUrl, renderLink } from './mail-links.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'commits' | 'config'>

/** Builds the mail about the changes of a day, by artifact. */
export async function buildDigestMessage(
  world: Deps,
  { user, reading }: Account,
  key: DigestKey<UserId>,
  { entries, size }: Digest,
  { domain }: Pick<Mail, 'domain'>,
): Promise<Message> {
  const viewer = { caller: reading, ...(await renderLocale(world)) }
  const related = await loadRelatedData(
    world,
    reading,
    entries.map(({ artifact }) => artifact),
    'summary',
    {
      users: entries.flatMap(({ item }) => item.actor ?? []),
      texts: entries.flatMap(({ comment }) => comment ?? []),
      form: 'plain',
    },
  )
  const render = createRenderContexts(viewer, related)
  const language = reading.language ?? 'en'
  const words = texts[language]
  const blocks = [...Map.groupBy(entries, ({ artifact }) => artifact.id)].flatMap(([id, ofArtifact]): Block[] => {
    const [first] = ofArtifact
    const [context] = first === undefined ? [] : render([first.artifact])
    if (context === undefined) return []
    const { tracker, project } = context.visibleTracker
    return [
      {
        xref: `${tracker.itemName} #${id}`,
        title: getTitle(context) ?? '',
        location: `${tracker.name}, ${project.name}`,
        url: buildArtifactUrl(viewer.origin, id),
        // In the order in which they happened.
        lines: ofArtifact.toReversed().map(({ item, comment }) => {
          const actor = item.actor === null ? undefined : related.users.get(item.actor)
          const name = actor === undefined ? words.user : formatNameOrLogin(actor, reading.nameStyle)
          const head = `${name} ${words.verbs[describeItem(item)]}`
          if (comment === null) return head
          return words.quote(head, buildExcerpt(context.presenting.plainText(comment)))
        }),
      },
    ]
  })
  const { site_name: site } = await getSettings(world)
  const content: DigestContent = {
    language,
    headline: words.headline(size, site),
    blocks,
    rest: size - entries.length,
    inboxUrl: `${viewer.origin}/`,
    settingsUrl: buildSettingsUrl(viewer.origin),
  }
  return {
    to: { name: user.realName, address: user.email },
    subject: `[${site}] ${words.subject(size)}`,
    text: renderPlainText(content),
    html: renderHtml(content),
    // The same for each attempt, so that mail programs show a repeated one once.
    messageId: `digest-${key.user}-${key.day}@${domain}`,
    references: [],
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** What happened, for the reader. */
const describeItem = ({ reason, kind, hasComment }: InboxItem): keyof (typeof english)['verbs'] =>
  reason === 'mentioned' ? 'mentioned' : kind === 'updated' && hasComment ? 'commented' : kind

const english = {
  user: 'A user',
  verbs: {
    mentioned: 'mentioned you',
    commented: 'commented',
    created: 'added it',
    updated: 'changed it',
    moved: 'moved it',
  },
  quote: (head: string, text: string): string => `${head}: “${text}”`,
  subject: (n: number): string => `Daily summary: ${n} ${n === 1 ? 'change' : 'changes'}`,
  headline: (n: number, site: string): string =>
    `${n} ${n === 1 ? 'change concerns' : 'changes concern'} you on ${site}.`,
  rest: (n: number): string => `${n} more ${n === 1 ? 'change is' : 'changes are'} in your inbox:`,
  settings: 'Choose which changes are in this email:',
}

const texts: Readonly<Record<Language, typeof english>> = {
  en: english,
  fr: {
    user: 'Un utilisateur',
    verbs: {
      mentioned: 'vous a mentionné',
      commented: 'a commenté',
      created: 'l’a ajouté',
      updated: 'l’a modifié',
      moved: 'l’a déplacé',
    },
    quote: (head, text) => `${head}\u00a0: «\u00a0${text}\u00a0»`,
    subject: (n) => `Résumé quotidien\u00a0: ${n} ${n <= 1 ? 'modification' : 'modifications'}`,
    headline: (n, site) =>
      `${n} ${n <= 1 ? 'modification vous concerne' : 'modifications vous concernent'} sur ${site}.`,
    rest: (n) =>
      `${n} ${n <= 1 ? 'autre modification se trouve' : 'autres modifications se trouvent'} dans vos nouveautés\u00a0:`,
    settings: 'Choisir les modifications de cet e-mail\u00a0:',
  },
}

interface Block {
  readonly xref: string
  readonly title: string
  readonly location: string
  readonly url: string
  readonly lines: readonly string[]
}

interface DigestContent {
  readonly language: Language
  readonly headline: string
  readonly blocks: readonly Block[]
  /** Number of changes that are not in the mail. */
  readonly rest: number
  readonly inboxUrl: string
  readonly settingsUrl: string
}

function renderPlainText({ language, headline, blocks, rest, inboxUrl, settingsUrl }: DigestContent): string {
  const words = texts[language]
  return [
    headline,
    ...blocks.flatMap(({ xref, title, location, url, lines }) => [
      '',
      title === '' ? xref : `${xref} ${title}`,
      location,
      url,
      ...lines.map((line) => `- ${line}`),
    ]),
    ...(rest === 0 ? [] : ['', words.rest(rest), inboxUrl]),
    '',
    '-- ',
    words.settings,
    settingsUrl,
    '',
  ].join('\n')
}

function renderHtml({ language, headline, blocks, rest, inboxUrl, settingsUrl }: DigestContent): string {
  const words = texts[language]
  return [
    `<p>${escapeHtml(headline)}</p>`,
    ...blocks.map(({ xref, title, location, url, lines }) =>
      [
        `<h3>${renderLink(url, title === '' ? xref : `${xref} ${title}`)}</h3>`,
        `<p><small>${escapeHtml(location)}</small></p>`,
        `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
      ].join('\n'),
    ),
    ...(rest === 0 ? [] : [`<p>${escapeHtml(words.rest(rest))} ${renderLink(inboxUrl)}</p>`]),
    `<hr><p><small>${escapeHtml(words.settings)} ${renderLink(settingsUrl)}</small></p>`,
  ].join('\n')
}
