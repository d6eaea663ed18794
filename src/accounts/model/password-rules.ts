import { type Message, message } from '../../kit/messages/message.ts'

const maxLength = 128

/** Returns the error of a new password; undefined: it is valid. Only the length matters (NIST SP 800-63B §3.1.1.2). */
export function validatePassword(password: string, login: string, minLength: number): Message | undefined {
  const length = [...password].length
  if (length < minLength) return message`The password is too short. It must be at least ${minLength} characters.`
  if (length > maxLength) return message`The password is too long. It must be at most ${maxLength} characters.`
  if (password.toLowerCase() === login.toLowerCase()) return message`The password must differ from the login name.`
  return undefined
}
