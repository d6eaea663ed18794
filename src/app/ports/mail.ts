import { createTransport } from 'nodemailer'
import { MailRefused } from '../../kit/network/mail-refused.ts'
import type { Smtp } from '../../kit/system/config.ts'
import { inSpan, type Tracing } from '../../kit/tracing/tracing.ts'
import type { Mail } from '../../world/model/ports.ts'

/** Returns the mail transport of the configured server, with one connection per message. */
export function createSmtpMail({ url, from }: Smtp, tracing: Tracing | null = null): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // The content is untrusted: nothing in it may refer to a file or a URL to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const attributes = { 'server.address': new URL(url).hostname, 'network.protocol.name': 'smtp' }
  return {
    domain: from.address.slice(from.address.lastIndexOf('@') + 1),
    async send({ to, subject, text, html, messageId, references, headers }) {
      const send = () =>
        transport.sendMail({
          from: { name: oneLine(from.name), address: from.address },
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          text,
          html,
          messageId: `<${messageId}>`,
          ...(references.length === 0 ? {} : threadOf(references)),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
        })
      const delivery = inSpan(tracing, { name: 'send mail', kind: 'client', attributes }, send)
      await delivery.catch((problem: unknown) => {
        throw isFinal(problem) ? new MailRefused(String(problem), { cause: problem }) : problem
      })
    },
  }
}

/** RFC 5322 §3.6.4: the message that it replies to, and all earlier ones. */
function threadOf(references: readonly string[]) {
  const ids = references.map((id) => `<${id}>`)
  return { inReplyTo: ids.at(-1), references: ids }
}

/** RFC 5321 §4.2.1: 5yz about this recipient or this message; an error about the sender concerns the operator. */
const isFinal = (problem: unknown): boolean =>
  problem instanceof Error &&
  'code' in problem &&
  (problem.code === 'EENVELOPE' || problem.code === 'EMESSAGE') &&
  'responseCode' in problem &&
  Number(problem.responseCode) >= 500

/** A header ends with its line, so text of users must not begin another. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
