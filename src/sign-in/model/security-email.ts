import { escapeHtml } from '../../kit/text/escape-html.ts'
import { formatWallClock } from '../../kit/values/time.ts'
import type { EmailContent } from './email-content.ts'
import { scopes } from './scopes.ts'
import { describeNoticeInFrench } from './security-email-french.ts'
import type { SecurityNotice, SecurityNoticeJob } from './security-notice.ts'

interface RenderContext {
  readonly origin: string
  readonly timezone: string
  readonly site: string
}

/**
 * Returns the email to the owner of an account (docs/api/authentication.md §4.1): what happened, when, and where to
 * revert it.
 */
export function buildSecurityEmail(
  { login, language, at, notice }: SecurityNoticeJob,
  { origin, timezone, site }: RenderContext,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const isFrench = language === 'fr'
  const { subject, lines } = (isFrench ? describeNoticeInFrench : describeNotice)(notice, timezone)
  const link = `${origin}${pages[notice.kind]}`
  const time = `${formatWallClock(at, timezone, true)} (${timezone})`
  const head = isFrench ? `Votre compte ${login} sur ${site}, ${time} :` : `Your account ${login} on ${site}, ${time}:`
  const end = isFrench
    ? 'Si ce n’était pas vous, changez votre mot de passe et prévenez un administrateur.'
    : 'If this was not you, change your password and inform an administrator.'
  const text = [head, '', ...lines, '', link, '', end, ''].join('\n')
  const html = [
    `<p>${escapeHtml(head)}</p>`,
    `<p>${lines.map(escapeHtml).join('<br>')}</p>`,
    `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    `<p>${escapeHtml(end)}</p>`,
  ].join('\n')
  return { subject: `[${site}] ${subject}`, text, html }
}

/** Page on which the owner can review and revert each change. */
const pages: Readonly<Record<SecurityNotice['kind'], string>> = {
  access_key_created: '/account/keys',
  access_key_revoked: '/account/keys',
  app_authorized: '/account/apps',
  email_asked_for: '/account/profile',
  email_changed: '/account/profile',
  password_changed: '/account/security',
  recovery_codes_renewed: '/account/security',
  second_factor_added: '/account/security',
  second_factor_removed: '/account/security',
  second_factors_cleared: '/account/security',
}

const factorNames = { totp: 'an authenticator app', passkey: 'a passkey', recovery_code: 'recovery codes' } as const

const passwordBy = {
  owner: 'The password was changed in the browser.',
  administrator: 'An administrator set a new password.',
  link: 'The password was set with a link from an administrator.',
} as const

function describeNotice(notice: SecurityNotice, timezone: string): EmailContent {
  switch (notice.kind) {
    case 'access_key_created': {
      const { description, expiresOn } = notice
      const end = expiresOn === null ? 'until it is revoked' : `until ${formatWallClock(expiresOn, timezone, true)}`
      const lines = ['An access key was created.', `Description: ${description === '' ? '(none)' : description}`]
      return { subject: 'New access key', lines: [...lines, allowed(notice.scopes), `It works ${end}.`] }
    }
    case 'access_key_revoked':
      return {
        subject: 'Your access key was revoked',
        lines: [
          'An administrator revoked an access key. Programs that use it are refused from now on.',
          `Description: ${notice.description === '' ? '(none)' : notice.description}`,
        ],
      }
    case 'app_authorized':
      return {
        subject: `${notice.app} may use your account`,
        lines: [`The application ${notice.app} was authorized to act on your behalf.`, allowed(notice.scopes)],
      }
    case 'email_asked_for':
      return {
        subject: 'An email change was requested',
        lines: [
          `The new email address is ${notice.to}. It takes effect once it is confirmed with the link that was sent there, within a day.`,
          'Until then you can cancel the change.',
        ],
      }
    case 'email_changed':
      return {
        subject: 'Your email address was changed',
        lines: [
          `The email address is now ${notice.to === '' ? '(none)' : notice.to}. This address receives no more emails.`,
        ],
      }
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        lines: [passwordBy[notice.by], 'Other browsers were signed out.'],
      }
    case 'recovery_codes_renewed':
      return {
        subject: 'New recovery codes',
        lines: ['New recovery codes were created. The previous ones no longer work.'],
      }
    case 'second_factor_added':
    case 'second_factor_removed': {
      const what = `${factorNames[notice.factor]}${notice.label === undefined ? '' : ` (${notice.label})`}`
      const isNew = notice.kind === 'second_factor_added'
      return {
        subject: isNew ? 'A second factor was added' : 'A second factor was removed',
        lines: [isNew ? `You can sign in with ${what} now.` : `Signing in no longer requires ${what}.`],
      }
    }
    case 'second_factors_cleared':
      return {
        subject: 'Your second factors were removed',
        lines: ['An administrator removed all second factors. You can sign in with your password only.'],
      }
    default:
      return notice satisfies never
  }
}

const allowed = (names: readonly string[]): string =>
  `It may: ${names.map((name) => `${getScopeLabel(name)} (${name})`).join(', ')}`

const getScopeLabel = (name: string): string =>
  Object.entries(scopes).find(([each]) => each === name)?.[1].label ?? name
