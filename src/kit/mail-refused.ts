/** A server has refused a message for good: sending it again would not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
