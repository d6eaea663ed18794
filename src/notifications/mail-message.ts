import { surroundingsOf } from '../artifacts/reads/surroundings.ts'
import { type Shown, showing } from '../artifacts/representations/presenting.ts'
import { titleOf } from '../artifacts/representations/summary.ts'
import type { Field, RichText } from '../fields/field.ts'
import { fieldType } from '../fields/registry.ts'
import { escapeHtml } from '../fields/render-text.ts'
import type { Mail, Message } from '../kit/ports.ts'
import type { World } from '../kit/world.ts'
import { readableName } from '../platform/model/display-name.ts'
import { standpointOf } from '../platform/reads/standpoint.ts'
import type { Account } from '../platform/store/accounts.ts'
import type { Told } from './reads/told.ts'
import { valueWords } from './representations/value-words.ts'

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'commits' | 'config'>

/** What one person is written about a change: what that person may see of it, and nothing else; null: nothing. */
export async function mailMessage(
  world: Needed,
  { user, reading }: Account,
  told: Told,
  { domain }: Pick<Mail, 'domain'>,
): Promise<Message | null> {
  const viewer = { caller: reading, ...(await standpointOf(world)) }
  const times = [told.after, ...(told.before === null ? [] : [told.before.artifact])]
  const comment: RichText | null =
    told.comment === null ? null : { format: told.comment.format, content: told.comment.body }
  const also = {
    users: [told.change.userId ?? told.changeset.submittedBy].filter((id) => id !== null),
    texts: comment === null ? [] : [comment],
    form: 'both',
  } as const
  const surroundings = await surroundingsOf(world, reading, times, 'values', also)
  const [after, before = null] = showing(viewer, surroundings)(times)
  if (after === undefined) return null
  const { tracker, project } = after.seen
  const id = told.artifact.id
  const xref = `${tracker.itemName} #${id}`
  const title = titleOf(after) ?? ''
  const [author] = also.users
  const by = author === undefined ? undefined : surroundings.users.get(author)
  const content: Content = {
    what: `${by === undefined ? 'Somebody' : readableName(by, reading.nameStyle)} ${verbs[told.change.kind]} ${xref}`,
    title,
    url: `${viewer.origin}/plugins/tracker/?aid=${id}`,
    changes: told.changed.map((field) => changeOf(field, before, after)).filter(({ from, to }) => from !== to),
    comment:
      comment === null
        ? null
        : { text: after.presenting.plainText(comment), html: after.presenting.renderText(comment) },
    place: `${tracker.name}, ${project.name}`,
  }
  const root = `artifact-${id}@${domain}`
  const isFirst = told.change.kind === 'created'
  return {
    to: { name: user.realName, address: user.email },
    subject: `[${project.shortName}] ${xref} ${cut(title)}`,
    text: textOf(content),
    html: htmlOf(content),
    messageId: isFirst ? root : `artifact-${id}-change-${told.change.id}@${domain}`,
    references: isFirst ? [] : [root],
    headers: {
      // RFC 3834 §5.1: nobody on holiday answers it. RFC 2919: what a filter may go by.
      'Auto-Submitted': 'auto-generated',
      'List-Id': `<tracker-${tracker.id}.${domain}>`,
    },
  }
}

/** A subject is a line that people read at a glance, and some servers refuse long headers. */
const longestTitle = 200
const cut = (title: string): string =>
  title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}...` : title

const verbs = { created: 'added', updated: 'changed', moved: 'moved', deleted: 'deleted' } as const

interface FieldChange {
  readonly label: string
  readonly from: string
  readonly to: string
}

interface Content {
  readonly what: string
  readonly title: string
  readonly url: string
  readonly changes: readonly FieldChange[]
  readonly comment: { readonly text: string; readonly html: string } | null
  readonly place: string
}

const changeOf = (field: Field, before: Shown | null, after: Shown): FieldChange => ({
  label: field.label,
  from: before === null ? '' : wordsAt(before, field),
  to: wordsAt(after, field),
})

function wordsAt({ artifact, presenting }: Shown, field: Field): string {
  const { present, flat } = fieldType(field.type)
  const value = artifact.values[field.id]
  return valueWords(field, present?.(value, field, presenting), flat?.(value, field, presenting))
}

const why = 'You get this because you take part in it, are chosen in it, or watch it.'

const textOf = ({ what, title, url, changes, comment, place }: Content): string =>
  [
    what,
    ...(title === '' ? [] : [title]),
    url,
    ...(changes.length === 0 ? [] : ['', ...changes.map(({ label, from, to }) => `${label}: ${inWords(from, to)}`)]),
    ...(comment === null ? [] : ['', comment.text]),
    '',
    '-- ',
    place,
    why,
    '',
  ].join('\n')

const inWords = (from: string, to: string): string => (from === '' ? to : `${from} → ${to === '' ? '(empty)' : to}`)

function htmlOf({ what, title, url, changes, comment, place }: Content): string {
  const rows = changes.map(
    ({ label, from, to }) =>
      `<tr><th align="left">${escapeHtml(label)}</th><td><del>${escapeHtml(from)}</del></td><td>${escapeHtml(to)}</td></tr>`,
  )
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(title === '' ? url : title)}</a>`
  return [
    `<p>${escapeHtml(what)}<br>${link}</p>`,
    ...(rows.length === 0 ? [] : [`<table cellpadding="4">${rows.join('')}</table>`]),
    ...(comment === null ? [] : [`<blockquote>${comment.html}</blockquote>`]),
    `<hr><p><small>${escapeHtml(place)}<br>${escapeHtml(why)}</small></p>`,
  ].join('\n')
}
