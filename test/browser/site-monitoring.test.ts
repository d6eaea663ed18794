import { beforeEach, expect, it } from 'vitest'
import { addJobs } from '../../src/database/unit/add-jobs.ts'
import type { JobId } from '../../src/kit/values/ids.ts'
import { reportNode } from '../../src/monitoring/commands/report-node.ts'
import { saveNode } from '../../src/monitoring/store/nodes.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { grantPermit } from '../kit/grant-permit.ts'

describeInBrowser('the pages of jobs and health', () => {
  const site = startBrowserSite()
  let failed: number
  let waiting: number
  let running: number

  const add = async (kind: string, payloads: readonly object[], seconds = 3600): Promise<readonly number[]> =>
    site.server.world.db.write((tx) => addJobs(tx, kind, payloads, site.server.world.clock.now() + seconds, undefined))
  const change = (id: number, columns: object) =>
    site.server.world.db.write((tx) =>
      tx
        .updateTable('job')
        .set(columns)
        .where('id', '=', id as JobId)
        .execute(),
    )
  const readIds = async (): Promise<readonly number[]> => {
    const { body } = await site.server.as('admin').get('jobs?limit=200')
    return body.map(({ id }: { readonly id: number }) => id)
  }

  beforeEach(async () => {
    await site.server.world.db.write(async (tx) => {
      await tx.deleteFrom('job').execute()
      await tx.deleteFrom('server_node').execute()
    })
    ;[failed = 0, running = 0] = await add('deliver-webhook', [{ delivery: 1 }, { delivery: 2 }])
    ;[waiting = 0] = await add('make-preview', [{ file: 7 }])
    await change(failed, { attempts: 3, last_error: 'connect ECONNREFUSED 192.0.2.7:443' })
    await change(running, {
      attempts: 1,
      locked_until: site.server.world.clock.now() + 3600,
      locked_by: 'lander-1:8080',
    })
  })

  it('list jobs with their state, error and node, and offer what can be done', async () => {
    const page = await site.page('admin', '/site/jobs')
    const list = page.getByRole('table', { name: 'List of jobs' })
    await list.waitFor()
    const row = (id: number) => list.getByRole('row').filter({ hasText: `#${id}` })
    await expect
      .poll(() => row(failed).innerText())
      .toMatch(/Send a webhook[\s\S]*delivery 1[\s\S]*Failed[\s\S]*ECONNREFUSED/)
    expect(await row(running).innerText()).toContain('lander-1:8080')
    expect(await row(running).getByRole('button').count()).toBe(0)
    expect(await row(waiting).getByRole('button').allInnerTexts()).toEqual(['Retry', 'Remove'])
    await page.getByText('3 jobs', { exact: true }).waitFor()
    await expectAccessible(page)
    await expectKeyboardAccess(page)
    await expectAccessibleScreens(site, 'admin', '/site/jobs', 'site-jobs')
    await page.close()
  })

  it('filter jobs by kind and state with the URL', async () => {
    const page = await site.page('admin', '/site/jobs')
    await page.getByRole('link', { name: 'Send a webhook, failed: 1' }).click()
    await expect.poll(() => page.url()).toContain('/site/jobs?kind=deliver-webhook&state=failed')
    await page.getByText('One job', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('failed')
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('make-preview')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No job matches').waitFor()
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByText('3 jobs', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.close()
  })

  it('retry a job, and remove one after a confirmation', async () => {
    const page = await site.page('admin', '/site/jobs')
    await page.getByRole('button', { name: `Retry job ${failed}` }).click()
    await page.getByText(`Job ${failed} runs now`).first().waitFor()
    await page.getByText('Due now').waitFor()
    const { run_at: dueOn } = await site.server.world.db.read
      .selectFrom('job')
      .select('run_at')
      .where('id', '=', failed as JobId)
      .executeTakeFirstOrThrow()
    expect(dueOn).toBeLessThanOrEqual(site.server.world.clock.now())
    await page.getByRole('button', { name: `Remove job ${waiting}` }).click()
    const dialog = page.getByRole('alertdialog', { name: `Remove job ${waiting}?` })
    await dialog.getByText('Create a preview: this will not be done. It cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await readIds()).toContain(waiting)
    await page.getByRole('button', { name: `Remove job ${waiting}` }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText(`Job ${waiting} removed`).first().waitFor()
    await page.getByText('2 jobs', { exact: true }).waitFor()
    expect(await readIds()).not.toContain(waiting)
    await page.close()
  })

  it('show why a job cannot be removed', async () => {
    const page = await site.page('admin', '/site/jobs')
    await page.getByRole('button', { name: `Remove job ${waiting}` }).click()
    await change(waiting, { locked_until: site.server.world.clock.now() + 60, attempts: 1 })
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByText(`Job ${waiting} is running.`).waitFor()
    site.clearProblems()
    await page.close()
  })

  it('show more of many jobs', async () => {
    await add(
      'make-preview',
      Array.from({ length: 70 }, (_, file) => ({ file })),
      7200,
    )
    const page = await site.page('admin', '/site/jobs?kind=make-preview')
    const rows = page.getByRole('table', { name: 'List of jobs' }).getByRole('rowheader')
    await expect.poll(() => rows.count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(71)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await page.close()
  })

  it('show that there are no jobs', async () => {
    await site.server.world.db.write((tx) => tx.deleteFrom('job').execute())
    const page = await site.page('admin', '/site/jobs')
    await page.getByText('No background jobs').waitFor()
    expect(await page.getByRole('button', { name: 'Search', exact: true }).count()).toBe(0)
    await page.close()
  })

  it('show the health of the site, what needs attention first, and refresh it', async () => {
    await reportNode(site.server.world)
    const page = await site.page('admin', '/site/health')
    await page.getByText('Something needs your attention').waitFor()
    const items = page.getByRole('main').getByRole('listitem')
    const names = items.getByRole('heading', { level: 2 })
    await expect.poll(() => names.allInnerTexts()).toContain('Failed jobs')
    const badges = await items.locator('[data-kind]').allInnerTexts()
    expect(badges.indexOf('OK')).toBeGreaterThan(badges.lastIndexOf('Warning'))
    const failedJobs = items.filter({ has: page.getByRole('heading', { name: 'Failed jobs' }) })
    expect(await failedJobs.innerText()).toMatch(/Warning[\s\S]*Background jobs have failed[\s\S]*Failed\s*1/)
    await page.getByRole('table', { name: 'List of nodes' }).getByText('This node').waitFor()
    await expectAccessible(page)
    await expectKeyboardAccess(page)
    await expectAccessibleScreens(site, 'admin', '/site/health', 'site-health')
    await change(failed, { last_error: null })
    const permit = grantPermit('run a node', { kind: 'system', reason: 'test' } as const)
    const now = site.server.world.clock.now()
    await site.server.world.db.write((tx) =>
      saveNode(tx, permit, { name: 'lost:8080', version: '0', startedOn: now - 900, seenOn: now - 600 }),
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await failedJobs.getByText('No background job has failed.').waitFor()
    await page.getByText('Lost', { exact: true }).waitFor()
    await page.close()
  })

  it('lead from the health of the site to its failed jobs', async () => {
    const page = await site.page('admin', '/site/health')
    await page.getByRole('link', { name: 'Open failed jobs' }).click()
    await expect.poll(() => page.url()).toContain('/site/jobs?state=failed')
    await page.getByText('One job', { exact: true }).waitFor()
    await page.close()
  })

  it('check the health again by themselves', async () => {
    const context = await site.context('admin')
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${site.origin}/site/health`)
    await page.getByText('Background jobs have failed').waitFor()
    await change(failed, { last_error: null })
    await page.clock.runFor(61_000)
    await page.getByText('No background job has failed.').waitFor()
    await context.close()
  })

  it('let administrators who may only read see everything and change nothing', async () => {
    await site.server.createUser('rosa')
    const granted = { permission: 'read_only_administration', user_id: site.server.idOf('rosa') }
    await site.server.as('admin').post('site_permissions', granted)
    const page = await site.page('rosa', '/site/jobs')
    await page.getByText('3 jobs', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^(Retry|Remove)/ }).count()).toBe(0)
    await page.goto(`${site.origin}/site/health`)
    await page.getByText('Something needs your attention').waitFor()
    await page.close()
  })
})
