import { describe, expect, it } from 'vitest'
import { startMailbox } from '../../../test/kit/mailbox.ts'
import { createSmtpMail } from './mail.ts'

describe('a message', () => {
  const mailbox = startMailbox()
  const message = {
    to: { name: 'Mira', address: 'mira@example.com' },
    subject: 'Subject',
    text: 'text',
    html: '<p>text</p>',
    messageId: 'one@example.com',
    references: [],
    headers: { 'X-Thread': 'thread' },
  }
  const evil = '\r\nBcc: other@example.org\r\nX-Evil: yes'

  it.each([
    { to: { name: 'Mira', address: `mira@example.com${evil}` } },
    { to: { name: 'Mira', address: `mira${evil}@example.com` } },
    { to: { name: '', address: 'mira@example.com\nBcc: other@example.org' } },
    { to: { name: '', address: 'mira@example.com, other@example.org' } },
    { to: { name: '', address: 'mira@example.com>\r\nRCPT TO:<other@example.org' } },
  ])('has one recipient and no additional header, or is not sent, for any address: %j', async (overrides) => {
    for (const { to, raw } of await sendMails(overrides)) {
      expect([to.length, to.includes('other@example.org')]).toEqual([1, false])
      expect(headersOf(raw)).not.toMatch(moreHeaders)
    }
  })

  it.each([
    { to: { name: `Mira${evil}`, address: 'mira@example.com' } },
    { subject: `Subject${evil}` },
    { headers: { 'X-Thread': `thread${evil}` } },
  ])('has no additional header for any text: %j', async (overrides) => {
    const [mail, ...others] = await sendMails(overrides)
    expect([mail?.to, others]).toEqual([['mira@example.com'], []])
    expect(headersOf(mail?.raw ?? '')).toMatch(/^Subject: Subject/m)
    expect(headersOf(mail?.raw ?? '')).not.toMatch(moreHeaders)
  })

  const moreHeaders = /^(bcc|x-evil):/im
  const headersOf = (raw: string): string => raw.split('\r\n\r\n')[0] ?? ''
  async function sendMails(overrides: Partial<typeof message>) {
    const from = { name: 'Tracker', address: 'tracker@example.com' }
    const mail = createSmtpMail({ url: `smtp://127.0.0.1:${mailbox.port}`, from })
    await mail.send({ ...message, ...overrides }).catch(() => {})
    return mailbox.take()
  }
})
