import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { isPrivateHost, OutgoingError, parseTarget } from '../../kit/network/outgoing-http.ts'

/**
 * Returns the URL of a webhook in the form that is stored. Refuses one that could never be delivered, because its host is
 * private and the setting does not allow that. A name is resolved and checked at each delivery.
 */
export function parseWebhookUrl(url: string, { allowPrivate }: { readonly allowPrivate: boolean }): string {
  try {
    const target = parseTarget(url)
    if (target.username !== '' || target.password !== '')
      throw new OutgoingError(message`The URL must not contain credentials`)
    if (!allowPrivate && isPrivateHost(target))
      throw new OutgoingError(
        message`${target.hostname} is not a public address. Use a public one, or ask a site administrator to turn on the setting \`outgoing_private_addresses\``,
      )
    return target.href
  } catch (problem) {
    if (!(problem instanceof OutgoingError)) throw problem
    throw new Refusal('invalid', message`Invalid value specified for \`url\`. ${problem.text}`)
  }
}
