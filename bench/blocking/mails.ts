import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { DrillData } from './data.ts'
import { hostileTexts } from './hostile-texts.ts'
import { callApi, type Scenario, waitUntil } from './scenario.ts'
import { sendRequest } from './send.ts'

export interface MailServer {
  readonly port: number
  readonly received: number
  stop(): Promise<void>
}

/** Accepts every email and counts them. */
export async function startMailServer(): Promise<MailServer> {
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        received += 1
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    get received() {
      return received
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

interface Mailing {
  readonly url: string
  readonly data: DrillData
  readonly mails: MailServer
  /** Keys of the users who watch the changed artifact. */
  readonly watchers: readonly string[]
}

/** Changes of the texts of an artifact that several users watch: each gets an email with both texts and the comment. */
export async function createMailScenarios({ url, data, mails, watchers }: Mailing): Promise<readonly Scenario[]> {
  const artifact = data.artifacts[20]
  for (const key of watchers) await callApi({ url, key }, 'PUT', `artifacts/${artifact}/watch`)
  return Object.entries(hostileTexts).map(([input, { format, content }]) => ({
    name: 'emails about a change',
    input,
    async run() {
      const before = mails.received
      const response = await sendRequest(url, {
        method: 'PUT',
        path: `/api/artifacts/${artifact}`,
        headers: { 'x-auth-accesskey': data.admin, 'content-type': 'application/json' },
        body: JSON.stringify({
          values: [{ field_id: data.fields['details'], value: { format, content } }],
          comment: { format, body: content },
        }),
      })
      await waitUntil(() => mails.received >= before + watchers.length, 20_000)
      return { ...response, bytes: mails.received - before }
    },
  }))
}
