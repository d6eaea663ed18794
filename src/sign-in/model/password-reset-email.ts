import { escapeHtml } from '../../kit/text/escape-html.ts'
import type { Language } from '../../kit/values/language.ts'

interface PasswordResetEmailInput {
  readonly login: string
  readonly link: string
  /** Preference of the user; null: English. */
  readonly language: Language | null
}

const english = {
  subject: 'Set your password',
  head: 'Here is the link to set a new password for the account {login}, which you or an administrator requested:',
  link: 'Set a password',
  end: 'The link works once, within a day. If you do not use it, nothing changes.',
}

const texts: Readonly<Record<Language, typeof english>> = {
  en: english,
  fr: {
    subject: 'Définissez votre mot de passe',
    head: 'Voici le lien pour définir un nouveau mot de passe du compte {login}, que vous ou un administrateur avez demandé :',
    link: 'Définir un mot de passe',
    end: 'Le lien fonctionne une fois, dans les 24 heures. Si vous ne l’utilisez pas, rien ne change.',
  },
}

/** Returns the email with the link that sets a password. */
export function buildPasswordResetEmail({ login, link, language }: PasswordResetEmailInput): {
  readonly subject: string
  readonly text: string
  readonly html: string
} {
  const words = texts[language ?? 'en']
  const head = (name: string): string => words.head.replace('{login}', () => name)
  return {
    subject: words.subject,
    text: `${head(login)}\n\n${link}\n\n${words.end}\n`,
    html: `<p>${head(`<b>${escapeHtml(login)}</b>`)}</p><p><a href="${escapeHtml(link)}">${words.link}</a></p><p>${words.end}</p>`,
  }
}
