import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { webhooks as words } from '../../web/src/texts/en/webhooks.ts'
import { en } from '../../web/src/texts/en.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { computeSignature, type ReceivedRequest, startWebhookReceiver } from '../kit/webhook-receiver.ts'

describeInBrowser('the webhooks of a tracker', () => {
  const site = startBrowserSite()
  const receiver = startWebhookReceiver()
  const secret = 'a secret of sixteen or more'
  let lander: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    lander = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
    await allowPrivate(true)
  })
  afterEach(async () => {
    for (const { id } of await list()) await site.server.as('alice').delete(`tracker_webhooks/${id}`)
    await site.server.world.db.write((tx) => tx.deleteFrom('job').execute())
    receiver.take()
    receiver.answer = { status: 200, body: 'thanks' }
  })

  const allowPrivate = (isAllowed: boolean) =>
    site.server.as('admin').patch('site_settings', { outgoing_private_addresses: isAllowed })
  const list = async (): Promise<any[]> => (await site.server.as('alice').get(`trackers/${lander.bugs}/webhooks`)).body
  const address = () => `/trackers/${lander.bugs}/admin/webhooks`
  const open = (login = 'alice'): Promise<Page> => site.page(login, address())
  const add = async (more: object = {}): Promise<number> => {
    const input = { url: receiver.url, secret, events: ['create'], ...more }
    const { status, body } = await site.server.as('alice').post(`trackers/${lander.bugs}/webhooks`, input)
    expect(status).toBe(201)
    return body.id
  }
  const createBug = async (title = 'The hatch is stuck'): Promise<number> => {
    const values = [{ field_id: lander.fixture.fields.get('bug:title'), value: title }]
    const { status, body } = await site.server.as('bob').post('artifacts', { tracker: { id: lander.bugs }, values })
    expect(status).toBe(201)
    return body.id
  }
  const deliver = (later = 0) => runJobs(site.server.world, { later })
  const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
  const card = (page: Page) => page.getByRole('list', { name: words.artifacts.title }).getByRole('listitem').first()
  const openDeliveries = (page: Page) => page.getByText(words.deliveries, { exact: true }).click()
  const rows = (page: Page) => page.getByRole('table', { name: words.deliveriesOf(receiver.url) }).locator('tbody tr')

  it('are reached from the menu of the tracker, and an empty list explains them', async () => {
    const page = await site.page('alice', `/trackers/${lander.bugs}/admin/general`)
    await page.getByRole('navigation').getByRole('link', { name: en.trackerAdmin.pages.webhooks }).first().click()
    await page.getByRole('heading', { name: en.trackerAdmin.pages.webhooks, level: 1 }).waitFor()
    await page.getByText(words.artifacts.empty, { exact: true }).waitFor()
    await page.getByText(words.artifacts.emptyText).waitFor()
    await expectAccessible(page)
  })

  it('are refused at the control that is wrong, and the input stays', async () => {
    await allowPrivate(false)
    try {
      const page = await open()
      await button(page, words.add).click()
      const dialog = page.getByRole('dialog')
      const url = dialog.getByLabel(words.url, { exact: true })
      const problemOf = async (control: Locator): Promise<string> => {
        await expect.poll(() => control.getAttribute('aria-invalid')).toBe('true')
        const ids = (await control.getAttribute('aria-describedby'))?.split(' ') ?? []
        return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))).join('\n')
      }
      await url.fill('nowhere')
      await button(dialog, words.submit).click()
      expect(await problemOf(url)).toContain(en.states.notAddress)

      await url.fill('http://10.1.2.3/hook')
      await button(dialog, words.submit).click()
      expect(await problemOf(url)).toContain('10.1.2.3 is not a public address')
      expect(await problemOf(url)).toContain('outgoing_private_addresses')
      expect(await url.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await url.inputValue()).toBe('http://10.1.2.3/hook')

      await url.fill('https://hook.example/lander')
      for (const event of ['create', 'update', 'delete'] as const)
        await dialog.getByRole('checkbox', { name: words.eventNames[event] }).uncheck()
      await button(dialog, words.submit).click()
      await dialog.getByText(words.noEvents).waitFor()
      const secretField = dialog.locator('input[name="secret"]')
      await secretField.fill('short')
      await button(dialog, words.submit).click()
      expect(await problemOf(secretField)).toContain(`\n${en.states.tooShort(16)}`)
      expect(await list()).toStrictEqual([])
      // The browser reports the refused request.
      site.clearProblems()
    } finally {
      await allowPrivate(true)
    }
  })

  it('are added with a generated secret, which signs what their receiver gets', async () => {
    const page = await open()
    await button(page, words.add).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.url, { exact: true }).fill(receiver.url)
    await dialog.getByRole('checkbox', { name: words.eventNames.update }).uncheck()
    await dialog.getByRole('checkbox', { name: words.eventNames.delete }).uncheck()
    await button(dialog, words.submit).click()
    const shown = page.getByLabel(words.secretLabel)
    await expect.poll(() => shown.inputValue()).toMatch(/^[0-9a-f]{64}$/)
    const generated = await shown.inputValue()
    await button(page, en.states.done).click()
    await button(page, en.states.leaveAnyway).click()

    expect(await list()).toMatchObject([{ url: receiver.url, events: ['create'], format: 'json', is_enabled: true }])
    await card(page).getByText(words.on, { exact: true }).waitFor()
    await card(page).getByText(words.eventNames.create).waitFor()
    await card(page).getByText(words.noDeliveries).waitFor()
    expect(await page.content()).not.toContain(generated)
    await createBug()
    await deliver()
    const [received] = receiver.take() as [ReceivedRequest]
    expect(received.headers['x-tulipwood-signature']).toBe(computeSignature(received, generated))
    await page.reload()
    await card(page).getByText(words.states.delivered).waitFor()
    await card(page).getByText('200', { exact: true }).waitFor()
  })

  it('are edited: only what was changed is sent', async () => {
    const id = await add()
    const page = await open()
    await button(page, words.editOf(receiver.url)).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: words.eventNames.delete }).check()
    await dialog.getByLabel(words.format).selectOption('form')
    await button(dialog, words.save).click()
    await page.getByText(words.saved).first().waitFor()
    await card(page).getByText(words.eventNames.delete).waitFor()
    expect(await list()).toMatchObject([{ url: receiver.url, events: ['create', 'delete'], format: 'form' }])
    const { body: log } = await site.server.as('alice').get(`projects/${lander.project}/log?limit=1`)
    expect(log[0]).toMatchObject({
      action: 'webhook changed',
      detail: { webhook: id, url: receiver.url, changed: ['events', 'format'] },
    })
  })

  it('receive nothing while they are disabled', async () => {
    await add()
    const page = await open()
    await button(page, words.disableOf(receiver.url)).click()
    await button(page, words.enableOf(receiver.url)).waitFor()
    await card(page).getByText(words.off, { exact: true }).waitFor()
    await createBug()
    await deliver()
    expect(receiver.take()).toStrictEqual([])
    await button(page, words.enableOf(receiver.url)).click()
    await button(page, words.disableOf(receiver.url)).waitFor()
    await createBug()
    await deliver()
    expect(receiver.take()).toHaveLength(1)
  })

  it('show the next attempt while their receiver is down', async () => {
    await add()
    receiver.answer = { status: 503, body: 'later' }
    await createBug()
    await deliver()
    const page = await open()
    await card(page).getByText(words.paused, { exact: true }).waitFor()
    await card(page).getByText(words.pausedText).waitFor()
    await card(page).getByText('503', { exact: true }).waitFor()
    const next = card(page).locator('div', { has: page.getByText(words.nextAttempt, { exact: true }) })
    const [webhook] = await list()
    expect(await next.locator('time').last().getAttribute('datetime')).toBe(webhook.next_attempt_on)
  })

  it('show their deliveries with the response on demand, older ones too, and send one again', async () => {
    await add()
    for (let n = 0; n < 12; n++) await createBug(`Bug ${n}`)
    await deliver()
    receiver.answer = { status: 422, body: 'No <b>such</b> job' }
    const refused = await createBug('Not accepted')
    await deliver()
    expect(receiver.take()).toHaveLength(13)
    const page = await open()
    await openDeliveries(page)
    await expect.poll(() => rows(page).count()).toBe(10)
    const failed = rows(page).first()
    await failed.getByText(words.states.waiting).waitFor()
    await failed.getByText(/^422 · \d+ ms$/).waitFor()
    expect(await failed.getByRole('link', { name: `#${refused}` }).getAttribute('href')).toBe(`/artifacts/${refused}`)
    expect(await page.getByText('No <b>such</b> job').isVisible()).toBe(false)
    await failed.getByText(words.details, { exact: true }).click()
    await failed.getByText('No <b>such</b> job').waitFor()
    await failed.getByText('The receiver responded with status 422').waitFor()
    await expectAccessible(page)

    await button(page, words.older).click()
    await expect.poll(() => rows(page).count()).toBe(13)
    expect(await button(page, words.older).count()).toBe(0)

    receiver.answer = { status: 202, body: 'queued' }
    await rows(page).last().getByText(words.sendAgain, { exact: true }).click()
    await page.getByText(words.sentAgain).first().waitFor()
    await expect.poll(() => rows(page).count()).toBe(14)
    await rows(page).first().getByText(words.repeated, { exact: true }).waitFor()
    await deliver()
    expect(receiver.take()).toHaveLength(1)
    // Read again by itself, in the log and in the list.
    await rows(page).first().getByText(words.states.delivered).waitFor()
    await card(page).locator('dl').first().getByText('202', { exact: true }).waitFor()
  })

  it('report why a delivery cannot be sent again', async () => {
    await add()
    await createBug()
    await deliver()
    const page = await open()
    await openDeliveries(page)
    await rows(page).first().waitFor()
    await site.server.world.db.write((tx) => tx.updateTable('webhook_delivery').set({ body: null }).execute())
    await rows(page).first().getByText(words.sendAgain, { exact: true }).click()
    await page.getByText('Nothing was sent, so there is nothing to send again.').first().waitFor()
    expect(await rows(page).count()).toBe(1)
    // The browser reports the refused request.
    site.clearProblems()
  })

  it('are deleted after a confirmation', async () => {
    await add()
    const page = await open()
    await button(page, words.removeOf(receiver.url)).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(words.removeText(receiver.url)).waitFor()
    await button(dialog, en.states.cancel).click()
    expect(await list()).toHaveLength(1)
    await button(page, words.removeOf(receiver.url)).click()
    await button(dialog, words.remove).click()
    await page.getByText(words.artifacts.empty, { exact: true }).waitFor()
    expect(await list()).toStrictEqual([])
  })

  it('are administered with the keyboard', async () => {
    const page = await open()
    const press = async (key: string, times = 1): Promise<void> => {
      for (let n = 0; n < times; n++) await page.keyboard.press(key)
    }
    const focusOn = (name: string) =>
      expect
        .poll(() =>
          page.evaluate(
            () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
          ),
        )
        .toBe(name)
    await button(page, words.add).focus()
    await press('Enter')
    const dialog = page.getByRole('dialog')
    const url = dialog.getByLabel(words.url, { exact: true })
    await url.focus()
    await page.keyboard.type(receiver.url)
    await press('Tab')
    await press('Space')
    // The other events, the format, and the secret.
    await press('Tab', 4)
    await page.keyboard.type(secret)
    await press('Enter')
    await card(page).waitFor()
    expect(await list()).toMatchObject([{ events: ['update', 'delete'], url: receiver.url }])
    await focusOn(words.add)

    await press('Tab')
    await focusOn(words.editOf(receiver.url))
    await press('Enter')
    await dialog.waitFor()
    await press('Escape')
    await focusOn(words.editOf(receiver.url))
    await press('Tab')
    await press('Enter')
    await button(page, words.enableOf(receiver.url)).waitFor()
    await focusOn(words.enableOf(receiver.url))
    await press('Tab', 2)
    await focusOn(words.deliveries)
    await press('Enter')
    await expect.poll(() => card(page).getByText(words.noDeliveries).count()).toBe(2)
    await press('Shift+Tab')
    await press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await press('Tab')
    await focusOn(words.remove)
    await press('Enter')
    await page.getByText(words.artifacts.empty, { exact: true }).waitFor()
  })

  it.each(['bob', 'visitor'])('are not offered to %s', async (login) => {
    await add()
    const page = await open(login)
    if (login === 'bob') await page.getByText(en.trackerAdmin.onlyAdministrators).waitFor()
    else await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await button(page, words.add).count()).toBe(0)
    expect(await page.content()).not.toContain(receiver.url)
  })

  it('are accessible on each screen, with the log of deliveries', async () => {
    await add()
    for (let n = 0; n < 3; n++) await createBug(`Bug ${n}`)
    await deliver()
    await expectAccessibleScreens(site, 'alice', address(), 'webhooks', async (page) => {
      await openDeliveries(page)
      await rows(page).first().getByText(words.details, { exact: true }).click()
    })
  })
})
