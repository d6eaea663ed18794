import { escapeHtml } from './escape-html.ts'

interface ConfirmationEmailInput {
  readonly login: string
  readonly site: string
  readonly link: string
}

/** What is written to an address that is to be that of an account: whoever reads it there may be a stranger. */
export function confirmationText({ login, site, link }: ConfirmationEmailInput): {
  readonly subject: string
  readonly text: string
  readonly html: string
} {
  const head = `This is to be the e-mail address of the account ${login} on ${site}. If the account is yours, confirm it:`
  const end = 'The link works once, for a day, where you are signed in with this account.'
  const other = 'If you do not know of this, there is nothing to do: without your answer nothing changes.'
  return {
    subject: `[${site}] Confirm your e-mail address`,
    text: [head, '', link, '', end, other, ''].join('\n'),
    html: [
      `<p>${escapeHtml(head)}</p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${escapeHtml(end)}<br>${escapeHtml(other)}</p>`,
    ].join('\n'),
  }
}
