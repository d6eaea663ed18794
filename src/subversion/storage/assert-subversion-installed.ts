import { Refusal } from '../../kit/messages/refusal.ts'

/** docs/decisions/0034-run-apache-behind-the-server.md. */
export function throwNotInstalled(): never {
  throw new Refusal('not-implemented', 'Subversion is not available on this server')
}
