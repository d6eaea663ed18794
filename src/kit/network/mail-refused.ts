/** A mail server rejected a message permanently: sending it again would not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
