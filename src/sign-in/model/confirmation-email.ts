import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { Language } from '../../kit/values/language.ts'

interface ConfirmationEmailInput {
  readonly login: string
  readonly site: string
  readonly link: string
  /** Preference of the user; null: English. */
  readonly language: Language | null
}

/** Returns the email to an address that a user wants to use; the recipient may be another person. */
export function buildConfirmationEmail({ login, site, link, language }: ConfirmationEmailInput): {
  readonly subject: string
  readonly text: string
  readonly html: string
} {
  const { head, end, other, subject } = (language === 'fr' ? writeInFrench : writeInEnglish)(login, site)
  return {
    subject: `[${site}] ${subject}`,
    text: [head, '', link, '', end, other, ''].join('\n'),
    html: [
      `<p>${escapeHtml(head)}</p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${escapeHtml(end)}<br>${escapeHtml(other)}</p>`,
    ].join('\n'),
  }
}

interface ConfirmationTexts {
  readonly subject: string
  readonly head: string
  readonly end: string
  readonly other: string
}

const writeInEnglish = (login: string, site: string): ConfirmationTexts => ({
  subject: 'Confirm your email address',
  head: `This email address was entered for the account ${login} on ${site}. If the account is yours, confirm it:`,
  end: 'The link works once, within a day, in a browser where you are signed in with this account.',
  other: 'If you did not request this, ignore this email: nothing changes without your confirmation.',
})

const writeInFrench = (login: string, site: string): ConfirmationTexts => ({
  subject: 'Confirmez votre adresse e-mail',
  head: `Cette adresse e-mail a été saisie pour le compte ${login} sur ${site}. Si ce compte est le vôtre, confirmez-la :`,
  end: 'Le lien fonctionne une fois, dans les 24 heures, dans un navigateur où vous êtes connecté avec ce compte.',
  other:
    'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail : rien ne change sans votre confirmation.',
})
