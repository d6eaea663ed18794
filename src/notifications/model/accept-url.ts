import { OutgoingProblem, parseTarget } from '../../kit/outgoing.ts'
import { Refusal } from '../../kit/refusal.ts'

/** The address of a webhook as it is kept, or the refusal. */
export function acceptUrl(url: string): string {
  try {
    const target = parseTarget(url)
    if (target.username !== '' || target.password !== '')
      throw new OutgoingProblem('It is shown to whoever administers the webhook, so it must not hold a password')
    return target.href
  } catch (problem) {
    if (!(problem instanceof OutgoingProblem)) throw problem
    throw new Refusal('invalid', `Invalid value specified for \`url\`. ${problem.message}`)
  }
}
