import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSmtpMail } from '../../src/app/ports/mail.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { startMailbox } from '../kit/mailbox.ts'
import { createBlackPng } from '../kit/pictures.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createSvnClient, createWorkingDirectory } from '../kit/svn-client.ts'

const password = 'plenty of apples'

/** Only alice can read `secret`. */
const accessFile = `[/secret]
* =
@members =
alice = rw
`

const source = `import { descend } from './engine.ts'

/** Lands, softly. */
export function land(height: number): void {
	for (let left = height; left > 0; left -= 1) descend(left)
}
`

describe.skipIf(inject('subversion') === null)('with Subversion', () => {
  describeInBrowser('a repository', () => {
    const site = startBrowserSite({
      env: { TULIPWOOD_SMTP_URL: 'smtp://127.0.0.1:9', TULIPWOOD_MAIL_FROM: 'Tulipwood <tracker@mail.example>' },
    })
    const mailbox = startMailbox()
    const here = '/projects/lander/svn/main'
    let project: BrowserProject
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    let id = 0

    beforeAll(async () => {
      const { server } = site
      const alice = await server.createUser('alice', { password, realName: 'Alice Liddell' })
      const bob = await server.createUser('bob', { password, realName: 'Bob Carter', email: 'bob@people.example' })
      await server.createUser('eve', { password, realName: 'Eve Moreau' })
      project = await createBrowserProject(server, { alice, bob })
      await enableSubversion(server, project.project)
      const settings = { layout: ['trunk', 'branches', 'tags', 'secret'], access_file: accessFile }
      const response = await server.as('alice').post('svn', { project_id: project.project, name: 'main', settings })
      expect([response.status, response.body.error]).toEqual([201, undefined])
      id = response.body.id
      await server.as('alice').post('svn', { project_id: project.project, name: 'empty' })
      workingDirectory = await createWorkingDirectory()
      await fill()
    })
    afterAll(() => workingDirectory?.remove())

    /** Commits revisions 2 to 34. */
    async function fill(): Promise<void> {
      const base = `${site.origin}/svnplugin/lander/main`
      const [alice, bob] = ['alice', 'bob'].map((login) => createSvnClient(workingDirectory.directory, login, password))
      if (alice === undefined || bob === undefined) throw new Error('The clients were not created')
      await alice.run('checkout', '--quiet', base, 'all')
      const all = alice.in('all')
      const write = async (file: string, content: string | Uint8Array): Promise<void> => {
        await mkdir(path.dirname(path.join(workingDirectory.directory, 'all', file)), { recursive: true })
        await writeFile(path.join(workingDirectory.directory, 'all', file), content)
      }
      const commit = async (message: string): Promise<void> => {
        await all.run('add', '--force', '--quiet', '--no-auto-props', '.')
        await all.run('commit', '--quiet', '-m', message)
        await all.run('update', '--quiet')
      }
      await write('trunk/src/land.ts', source)
      await write('trunk/README', 'How to land\n')
      await write('trunk/page.html', '<h1>Run</h1><script>document.title = "run"</script>\n')
      await write('trunk/latin.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]))
      await write('trunk/nothing.txt', '')
      await write('trunk/bytes.bin', new Uint8Array([0, 1, 2, 255]))
      await write('trunk/descent.png', createBlackPng(320, 200))
      await write('trunk/odd #1 & 2?é.txt', 'odd\n')
      await write('trunk/long.txt', Array.from({ length: 1500 }, (_, n) => `line ${n + 1} of a long text\n`).join(''))
      await write('secret/plans.txt', 'Nobody knows\n')
      await all.run('add', '--force', '--quiet', '--no-auto-props', '.')
      await all.run('propset', '--quiet', 'svn:mime-type', 'image/png', 'trunk/descent.png')
      await commit(`A lander that lands\n\nFixes bug #${project.crash}, <b>softly</b>.`)
      await write('trunk/src/land.ts', source.replace('left > 0', 'left >= 1').replace('softly', 'very softly'))
      await write('trunk/bytes.bin', new Uint8Array([0, 3]))
      await commit('Softer')
      await write('secret/plans.txt', 'Only some know\n')
      await write('trunk/README', 'How to land\n\nSlowly.\n')
      await commit('Words, and plans')
      await bob.run('copy', '--quiet', '-m', 'First release', `${base}/trunk`, `${base}/tags/1.0`)
      await all.run('update', '--quiet')
      await all.run('delete', '--quiet', 'trunk/page.html')
      await commit('No page')
      await write('trunk/count.txt', '0\n')
      await commit('Begins to count')
      for (let n = 1; n <= 26; n += 1) {
        await write('trunk/count.txt', `${n}\n`)
        await all.run('commit', '--quiet', '-m', `Counts to ${n}`)
      }
      await write('trunk/huge.txt', 'x'.repeat(600 * 1024))
      await commit('A huge file')
    }
    const newest = 34
    const main = (page: Page) => page.getByRole('main')
    const withDifferences = (page: Page) => page.getByRole('table').waitFor()

    it('is linked from its project, and its URL can be copied', async () => {
      const page = await site.page('alice', '/projects/lander')
      await main(page).getByRole('link', { name: 'All repositories' }).click()
      await page.getByRole('heading', { name: 'Repositories', level: 1 }).waitFor()
      await waitUntilSettled(page)
      await page.getByText(`${site.origin}/svnplugin/lander/main`).waitFor()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy URL of main' }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/svnplugin/lander/main`)
      expect(await expectKeyboardAccess(page)).toBeGreaterThan(6)
      await main(page).getByRole('link', { name: 'main' }).click()
      await page.getByRole('heading', { name: 'main', level: 1 }).waitFor()
      const rail = page.getByRole('navigation', { name: 'Main' })
      await rail.getByRole('link', { name: 'Repositories' }).waitFor()
    })
    it('is not linked from a project that does not use Subversion', async () => {
      const { server } = site
      const services = (await server.as('alice').get(`projects/${project.project}/project_services`)).body
      const service = services.find(({ name }: { name: string }) => name === 'plugin_svn')
      await server.as('alice').put(`project_services/${service.id}`, { is_enabled: false })
      const page = await site.page('alice', '/projects/lander')
      await main(page).getByRole('link', { name: 'bugs' }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'Repositories' }).count()).toBe(0)
      await server.as('alice').put(`project_services/${service.id}`, { is_enabled: true })
    })
    it('is accessible in every size and color scheme: the list', () =>
      expectAccessibleScreens(site, 'alice', '/projects/lander/svn', 'repositories'))
    it('shows that it is empty', async () => {
      const page = await site.page('alice', '/projects/lander/svn/empty')
      await page.getByText('No commits yet').waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'History' }).click()
      await page.getByText('No commit yet').waitFor()
    })

    it('links to its settings only for administrators', async () => {
      const page = await site.page('alice', here)
      await main(page).getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('heading', { name: 'main', level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/projects/lander/admin/svn/main')
      const others = await site.page('bob', here)
      await main(others).getByRole('link', { name: 'History' }).waitFor()
      await expect.poll(() => main(others).getByRole('link', { name: 'Settings' }).count()).toBe(0)
    })
    it('is navigated by keyboard between directories and files', async () => {
      const page = await site.page('alice', here)
      await page.getByText(`Revision ${newest}, the latest`).waitFor()
      await main(page).getByRole('link', { name: 'Directory trunk' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'trunk', level: 1 }).waitFor()
      expect(new URL(page.url()).search).toBe('?path=/trunk')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
      await waitUntilSettled(page)
      const row = page.getByRole('row', { name: 'land' })
      await expect.poll(() => row.count()).toBe(0)
      const readme = page.getByRole('row', { name: 'README' })
      await expect.poll(() => readme.innerText()).toMatch(/21 B[\s\S]*r4[\s\S]*Alice Liddell/)
      expect(await expectKeyboardAccess(page)).toBeGreaterThan(20)
      await main(page).getByRole('link', { name: 'Directory src' }).click()
      await main(page).getByRole('link', { name: 'File land.ts' }).click()
      await page.getByRole('heading', { name: 'land.ts', level: 1 }).waitFor()
      const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
      await expect
        .poll(() => breadcrumb.getByRole('link').allInnerTexts())
        .toEqual(['lander', 'Repositories', 'main', 'trunk', 'src'])
      await breadcrumb.getByRole('link', { name: 'trunk' }).click()
      await page.getByRole('heading', { name: 'trunk', level: 1 }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'land.ts', level: 1 }).waitFor()
    })
    it('is accessible in every size and color scheme: a directory', () =>
      expectAccessibleScreens(site, 'alice', `${here}?path=/trunk`, 'repository-directory'))
    it('is accessible in every size and color scheme: the root directory', () =>
      expectAccessibleScreens(site, 'alice', here, 'repository-top'))

    it('shows an older revision, with a notice', async () => {
      const page = await site.page('alice', `${here}?path=/trunk&rev=2`)
      await page.getByText('Viewing revision 2').waitFor()
      await expect.poll(() => page.getByRole('row', { name: 'page.html' }).count()).toBe(1)
      await main(page).getByRole('link', { name: 'File README' }).click()
      await page.getByText('How to land').waitFor()
      expect(new URL(page.url()).search).toBe('?path=/trunk/README&rev=2')
      await expect.poll(() => page.getByText('Slowly.').count()).toBe(0)
      await page.getByRole('link', { name: 'Go to latest' }).click()
      await page.getByText('Slowly.').waitFor()
      await expect.poll(() => page.getByText('Viewing').count()).toBe(0)
      await page.getByRole('link', { name: 'Link to this revision' }).click()
      await page.getByText('Viewing revision 4').waitFor()
    })

    it('shows a file line by line; keys select a line for the URL', async () => {
      const page = await site.page('alice', `${here}?path=/trunk/src/land.ts#L3`)
      const chosen = page.locator('main [aria-current="true"]')
      await expect.poll(() => chosen.innerText()).toBe('3')
      await page.getByText('6 lines').waitFor()
      await expect.poll(() => page.getByText('Lands, very softly.').count()).toBe(1)
      expect(await expectKeyboardAccess(page)).toBeGreaterThan(10)
      await chosen.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).hash).toBe('#L5')
      await expect.poll(() => chosen.innerText()).toBe('5')
      await page.keyboard.press('End')
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('6')
      await expectAccessible(page)
    })
    it('scrolls to the line in the URL', async () => {
      const page = await site.page('alice', `${here}?path=/trunk/long.txt#L1200`)
      await expect
        .poll(() => page.locator('#L1200').evaluate((line) => Math.round(line.getBoundingClientRect().top)))
        .toBeLessThan(800)
      await expect.poll(() => page.locator('#L1200').isVisible()).toBe(true)
    })
    it('is accessible in every size and color scheme: a file', () =>
      expectAccessibleScreens(site, 'alice', `${here}?path=/trunk/src/land.ts&rev=3#L5`, 'repository-file'))

    it('never executes the content of a file', async () => {
      const page = await site.page('alice', `${here}?path=/trunk/page.html&rev=3`)
      await page.getByText('<h1>Run</h1><script>').waitFor()
      expect(await page.title()).toBe('page.html · Tulipwood')
      await expect.poll(() => page.locator('main script').count()).toBe(0)
    })
    it('shows images, and offers downloads of other files', async () => {
      const page = await site.page('alice', `${here}?path=/trunk/descent.png`)
      const picture = page.getByRole('img', { name: 'Image: descent.png' })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
      await page.goto(`${here}?path=/trunk/bytes.bin`)
      await page.getByText('Binary file').waitFor()
      await expectAccessible(page)
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download' }).last().click()
      const download = await downloading
      expect([download.suggestedFilename(), await download.failure()]).toStrictEqual(['bytes.bin', null])
      await page.goto(`${here}?path=/trunk/huge.txt`)
      await page.getByText('This file is too large to display').waitFor()
      await page.goto(`${here}?path=/trunk/nothing.txt`)
      await page.getByText('This file is empty').waitFor()
      await page.goto(`${here}?path=/trunk/latin.txt`)
      await page.getByText('café').waitFor()
      await page.getByText('shown as Windows-1252').waitFor()
      await page.goto(`${here}?path=${encodeURIComponent('/trunk/odd #1 & 2?é.txt')}`)
      await page.getByRole('heading', { name: 'odd #1 & 2?é.txt' }).waitFor()
    })

    it('lists its commits in pages', async () => {
      const page = await site.page('alice', here)
      await page.getByRole('link', { name: 'History' }).click()
      await page.getByRole('heading', { name: 'History of main', level: 1 }).waitFor()
      const commits = page.getByRole('list', { name: 'Commits' }).getByRole('listitem')
      await expect.poll(() => commits.count()).toBe(30)
      await expect.poll(() => commits.first().innerText()).toMatch(/r34 A huge file[\s\S]*Alice Liddell[\s\S]*1 path/)
      await page.getByRole('link', { name: 'Older' }).click()
      await page.getByText('r4 Words, and plans').waitFor()
      await page.getByText('r2 A lander that lands').waitFor()
      await expect.poll(() => commits.count()).toBe(4)
      await page.reload()
      await page.getByRole('link', { name: 'Newer' }).waitFor()
      expect(await expectKeyboardAccess(page)).toBeGreaterThan(30)
    })
    it('lists the commits of a path, also before it was copied', async () => {
      const page = await site.page('alice', `${here}/commits?path=/tags/1.0/src/land.ts`)
      const commits = page.getByRole('list', { name: 'Commits' }).getByRole('listitem')
      await expect.poll(() => commits.count()).toBeGreaterThan(1)
      expect((await commits.allInnerTexts()).map((text) => /r\d+/.exec(text)?.[0])).toEqual(
        expect.arrayContaining(['r3', 'r2']),
      )
    })
    it('is accessible in every size and color scheme: the history', () =>
      expectAccessibleScreens(site, 'alice', `${here}/commits?offset=30`, 'repository-history'))

    it('shows a commit with message, references, changed paths and differences', async () => {
      const page = await site.page('alice', `${here}/commits/3`)
      await page.getByText('Softer').waitFor()
      await page.getByText('2 changed paths').waitFor()
      await page.getByText('Binary file: differences are not shown.').waitFor()
      const removed = page.getByRole('row').filter({ hasText: 'left > 0' })
      expect((await removed.innerText()).replaceAll('\t', ' ')).toMatch(/^5 +− /)
      const added = page.getByRole('row').filter({ hasText: 'left >= 1' })
      expect((await added.innerText()).replaceAll('\t', ' ')).toMatch(/5 \+ /)
      await expect.poll(() => added.locator('ins').count()).toBe(1)
      expect(await expectKeyboardAccess(page)).toBeGreaterThan(8)
      await main(page).getByRole('link', { name: '/trunk/src/land.ts' }).first().click()
      await page.getByText('Viewing revision 3').waitFor()
      await page.goto(`${here}/commits/2`)
      await page.getByText('<b>softly</b>').waitFor()
      await page.getByRole('link', { name: `bug #${project.crash}` }).click()
      await page.waitForURL(`**/artifacts/${project.crash}`)
    })
    it('is accessible in every size and color scheme: a commit', () =>
      expectAccessibleScreens(site, 'alice', `${here}/commits/3`, 'repository-commit', withDifferences))
    it('shows commits that copied and deleted paths', async () => {
      const page = await site.page('bob', `${here}/commits/5`)
      await page.getByRole('link', { name: 'copied from /trunk at revision 4' }).waitFor()
      await page.goto(`${here}/commits/6`)
      await main(page).getByRole('link', { name: '/trunk/page.html' }).first().click()
      await page.getByText('Viewing revision 5').waitFor()
      await page.getByText('<h1>Run</h1>').waitFor()
    })
    it('shows long differences on request', async () => {
      const page = await site.page('alice', `${here}/diff?path=/trunk/long.txt&from=1&to=2`)
      await page.getByText('line 300 of a long text').waitFor()
      await expect.poll(() => page.getByText('line 1500 of a long text').count()).toBe(0)
      await page.getByRole('button', { name: 'Show all' }).click()
      await page.getByText('line 1500 of a long text').waitFor()
      await page.goto(`${here}/diff?path=/trunk&from=${newest - 1}&to=${newest}`)
      await page.getByText('/trunk/huge.txt').waitFor()
    })

    it('compares any two revisions of a file', async () => {
      const page = await site.page('alice', `${here}/commits?path=/trunk/README`)
      await page.getByRole('link', { name: 'Compare revisions' }).click()
      await page.getByText('No differences').waitFor()
      await page.getByLabel('From revision').fill('2')
      await page.getByLabel('To revision').fill('4')
      await page.keyboard.press('Enter')
      await page.getByText('Changes from revision 2 to revision 4').waitFor()
      expect(new URL(page.url()).search).toBe('?path=/trunk/README&from=2&to=4')
      await expect.poll(() => page.getByRole('row').filter({ hasText: 'Slowly.' }).locator('ins').count()).toBe(1)
      await page.reload()
      await page.getByText('Slowly.').waitFor()
      expect(await expectKeyboardAccess(page)).toBeGreaterThan(8)
      await page.getByLabel('To revision').fill('')
      await page.keyboard.press('Enter')
      await page.getByText('This field is required').waitFor()
    })
    it('is accessible in every size and color scheme: differences', () =>
      expectAccessibleScreens(site, 'alice', `${here}/diff?path=/trunk/src&from=2&to=3`, 'repository-differences'))

    it('hides paths that the access file hides, with the same page as for missing paths', async () => {
      const absent = await site.page('bob', `${here}?path=/nothing`)
      const nothing = await main(absent).innerText()
      expect(nothing).toMatch('Page not found')
      for (const address of [
        `${here}?path=/secret`,
        `${here}?path=/secret/plans.txt`,
        `${here}/commits?path=/secret`,
        `${here}/diff?path=/secret&from=1&to=2`,
        `${here}/commits/99`,
        `${here}?rev=99`,
        '/projects/lander/svn/other',
      ]) {
        const page = await site.page('bob', address)
        expect([address, await main(page).innerText()]).toEqual([address, nothing])
      }
      const top = await site.page('bob', here)
      await top.getByRole('row', { name: 'trunk' }).waitFor()
      await expect.poll(() => top.getByRole('row', { name: 'secret' }).count()).toBe(0)
      const commit = await site.page('bob', `${here}/commits/4`)
      await commit.getByText('Some changes in this commit, and its message, are hidden from you').waitFor()
      await expect.poll(() => main(commit).innerText()).not.toMatch(/plans/i)
      await commit.getByRole('row').filter({ hasText: 'Slowly.' }).waitFor()
      await expectAccessible(commit)
      const visitor = await site.page('visitor', `${here}?path=/secret`)
      await main(visitor).getByRole('link', { name: 'Sign in' }).waitFor()
    })
    it('is readable from a visible subdirectory if the root is hidden', async () => {
      const { server } = site
      const narrow = '[/]\n* =\n@members =\nalice = rw\n[/trunk]\n* = r\n'
      const settings = { layout: ['trunk', 'secret'], access_file: narrow }
      expect(
        (await server.as('alice').post('svn', { project_id: project.project, name: 'narrow', settings })).status,
      ).toBe(201)
      const page = await site.page('bob', '/projects/lander/svn/narrow')
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.goto('/projects/lander/svn/narrow/commits/1')
      await page.getByText('Differences are not shown').waitFor()
      await expectAccessible(page)
      await main(page).getByRole('link', { name: '/trunk' }).click()
      await page.getByText('This directory is empty').waitFor()
    })

    it('redirects legacy URLs', async () => {
      const old = '/plugins/svn'
      const root = 'roottype=svn&root=lander/main'
      for (const [address, heading] of [
        [`${old}/?group_id=${project.project}`, 'Repositories'],
        [`${old}/?${root}`, 'main'],
        [`${old}?roottype=svn&view=rev&root=lander/main&revision=3`, 'Revision 3'],
        [`${old}/trunk?${root}&view=log`, 'History of trunk'],
        [`${old}/trunk/README?${root}&view=markup&pathrev=2`, 'README'],
        [`${old}/trunk/README?${root}&view=diff&r1=2&r2=4`, 'Differences of README'],
        [`/goto?key=svn&val=main/3&group_id=${project.project}`, 'Revision 3'],
      ] as const) {
        const page = await site.page('alice', address)
        expect([address, await page.locator('h1').innerText()]).toEqual([address, heading])
        await page.close()
      }
    })
    it('is linked from artifacts that its commits refer to', async () => {
      const page = await site.page('alice', `/artifacts/${project.crash}`)
      await page.getByRole('link', { name: 'svn #main/2' }).click()
      await page.getByRole('heading', { name: 'Revision 2', level: 1 }).waitFor()
    })
    it('is linked by every URL in a mail about a commit', async () => {
      const { server } = site
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
      const change = {
        commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
        immutable_tags: { paths: [], whitelist: [] },
        email_notifications: [{ path: '/', emails: [], users: [server.idOf('bob')], user_groups: [] }],
        access_file: accessFile,
      }
      expect((await server.as('alice').put(`svn/${id}`, { settings: change })).status).toBe(200)
      await writeFile(path.join(workingDirectory.directory, 'letter'), 'Dear Bob\n')
      const alice = createSvnClient(workingDirectory.directory, 'alice', password)
      const target = `${site.origin}/svnplugin/lander/main/trunk/${encodeURIComponent('a letter #2.txt')}`
      await alice.run('import', '--quiet', '-m', 'A mail', 'letter', target)
      const from = { name: 'Tulipwood', address: 'tracker@mail.example' }
      await runJobs({ ...server.world, mail: createSmtpMail({ url: `smtp://127.0.0.1:${mailbox.port}`, from }) })
      const mail = mailbox.take().find(({ to }) => to.includes('bob@people.example'))
      const addresses = [...(mail?.text.matchAll(/https?:\/\/\S+\/plugins\/\S+/g) ?? [])].map(([address]) => address)
      expect(addresses).toHaveLength(2)
      const headings: string[] = []
      for (const address of addresses) {
        const { pathname, search } = new URL(address)
        const page = await site.page('bob', pathname + search)
        headings.push(await page.locator('h1').innerText())
      }
      expect(headings).toEqual([`Revision ${newest + 1}`, 'Differences of a letter #2.txt'])
    })
  })
})
