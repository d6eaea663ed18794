import { formatWallClock } from '../../kit/values/time.ts'
import type { EmailContent } from './email-content.ts'
import { frenchScopes } from './scopes-french.ts'
import type { SecurityNotice } from './security-notice.ts'

const factorNames = {
  totp: 'une application d’authentification',
  passkey: 'une clé d’identification',
  recovery_code: 'des codes de récupération',
} as const

const passwordBy = {
  owner: 'Le mot de passe a été changé dans le navigateur.',
  administrator: 'Un administrateur a défini un nouveau mot de passe.',
  link: 'Le mot de passe a été défini avec un lien envoyé par e-mail ou par un administrateur.',
} as const

/** Returns the content of a security notice in French. */
export function describeNoticeInFrench(notice: SecurityNotice, timezone: string): EmailContent {
  switch (notice.kind) {
    case 'access_key_created': {
      const { description, expiresOn } = notice
      const end =
        expiresOn === null ? 'jusqu’à sa révocation' : `jusqu’au ${formatWallClock(expiresOn, timezone, true)}`
      const lines = [
        'Une clé d’accès a été créée.',
        `Description : ${description === '' ? '(aucune)' : description}`,
        listScopes(notice.scopes),
        `Elle fonctionne ${end}.`,
      ]
      return { subject: 'Nouvelle clé d’accès', lines }
    }
    case 'access_key_revoked':
      return {
        subject: 'Votre clé d’accès a été révoquée',
        lines: [
          'Un administrateur a révoqué une clé d’accès. Les programmes qui l’utilisent sont désormais refusés.',
          `Description : ${notice.description === '' ? '(aucune)' : notice.description}`,
        ],
      }
    case 'app_authorized':
      return {
        subject: `${notice.app} peut utiliser votre compte`,
        lines: [`L’application ${notice.app} a été autorisée à agir en votre nom.`, listScopes(notice.scopes)],
      }
    case 'email_asked_for':
      return {
        subject: 'Un changement d’adresse e-mail a été demandé',
        lines: [
          `La nouvelle adresse e-mail est ${notice.to}. Elle prend effet une fois confirmée avec le lien qui y a été envoyé, dans les 24 heures.`,
          'D’ici là, vous pouvez annuler le changement.',
        ],
      }
    case 'email_changed':
      return {
        subject: 'Votre adresse e-mail a été changée',
        lines: [
          `L’adresse e-mail est maintenant ${notice.to === '' ? '(aucune)' : notice.to}. L’adresse actuelle ne reçoit plus d’e-mails.`,
        ],
      }
    case 'password_changed':
      return {
        subject: 'Votre mot de passe a été changé',
        lines: [passwordBy[notice.by], 'Les autres navigateurs ont été déconnectés.'],
      }
    case 'recovery_codes_renewed':
      return {
        subject: 'Nouveaux codes de récupération',
        lines: ['De nouveaux codes de récupération ont été créés. Les précédents ne fonctionnent plus.'],
      }
    case 'second_factor_added':
    case 'second_factor_removed': {
      const what = `${factorNames[notice.factor]}${notice.label === undefined ? '' : ` (${notice.label})`}`
      const isNew = notice.kind === 'second_factor_added'
      return {
        subject: isNew ? 'Un second facteur a été ajouté' : 'Un second facteur a été supprimé',
        lines: [isNew ? `Vous pouvez maintenant vous connecter avec ${what}.` : `La connexion n’exige plus ${what}.`],
      }
    }
    case 'second_factors_cleared':
      return {
        subject: 'Vos seconds facteurs ont été supprimés',
        lines: [
          'Un administrateur a supprimé tous les seconds facteurs. Vous pouvez vous connecter avec votre seul mot de passe.',
        ],
      }
    default:
      return notice satisfies never
  }
}

const listScopes = (names: readonly string[]): string =>
  `Autorisations : ${names.map((name) => `${labelOf(name)} (${name})`).join(', ')}`

const labelOf = (name: string): string =>
  Object.entries(frenchScopes).find(([each]) => each === name)?.[1].label ?? name
