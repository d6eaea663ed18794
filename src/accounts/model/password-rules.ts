import { type Message, message } from '../../kit/messages/message.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { Settings } from '../../site/model/settings.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { User } from './user.ts'

const maxLength = 128

/**
 * Returns the error of a new password; undefined: it is valid. The kinds of characters do not matter, but the password
 * must not be one that attackers try first (NIST SP 800-63B §3.1.1.2; OWASP ASVS 4.0.3, 2.1.7).
 */
export function validatePassword(
  password: string,
  owner: Pick<User, 'login' | 'realName' | 'email'>,
  { password_min_length: minLength, site_name: siteName }: Pick<Settings, 'password_min_length' | 'site_name'>,
): Message | undefined {
  const length = [...password].length
  if (length < minLength) return message`The password is too short. It must be at least ${minLength} characters.`
  if (length > maxLength) return message`The password is too long. It must be at most ${maxLength} characters.`
  if (password.toLowerCase() === owner.login.toLowerCase())
    return message`The password must differ from the login name.`
  if (isCommonPassword(foldText(password)))
    return message`The password is too common. Choose one that is harder to guess, such as several words.`
  const word = toWord(password)
  const names = [owner.login, owner.realName, owner.email, owner.email.split('@')[0] ?? '', siteName]
  if (word !== '' && names.some((name) => toWord(name) === word))
    return message`The password must differ from the names of the user and of the site and from the email address, also with digits at the end.`
  return undefined
}

/** Returns the letters and digits of a text, without digits at the end. */
const toWord = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/\p{N}+$/u, '')
