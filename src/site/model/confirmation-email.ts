import { escapeHtml } from '../../kit/escape-html.ts'

interface ConfirmationEmailInput {
  readonly login: string
  readonly site: string
  readonly link: string
}

/** Returns the email to an address that a user wants to use; the recipient may be another person. */
export function buildConfirmationEmail({ login, site, link }: ConfirmationEmailInput): {
  readonly subject: string
  readonly text: string
  readonly html: string
} {
  const head = `This email address was entered for the account ${login} on ${site}. If the account is yours, confirm it:`
  const end = 'The link works once, within a day, in a browser where you are signed in with this account.'
  const other = 'If you did not request this, ignore this email: nothing changes without your confirmation.'
  return {
    subject: `[${site}] Confirm your email address`,
    text: [head, '', link, '', end, other, ''].join('\n'),
    html: [
      `<p>${escapeHtml(head)}</p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${escapeHtml(end)}<br>${escapeHtml(other)}</p>`,
    ].join('\n'),
  }
}
