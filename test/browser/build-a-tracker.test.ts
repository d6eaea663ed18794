import { beforeAll, expect, it } from 'vitest'
import { createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'

/** The whole way of an administrator, with the pages only; what they have built is then used through the API. */
describeInBrowser('a tracker that is built in the pages', () => {
  const site = startBrowserSite()
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    await createBrowserProject(site.server, { alice, bob })
  })

  it('has the fields, the status, the workflow and the permissions that its administrator chose', async () => {
    const page = await site.page('alice', '/projects/lander/admin/trackers')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const toast = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)
    const settings = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

    await page.getByLabel('Begin with').selectOption('empty')
    await page.getByLabel('Name', { exact: true }).fill('Repairs')
    await page.getByLabel('Short name').fill('repair')
    await button('Create tracker').click()
    await page.getByRole('heading', { name: 'Fields', level: 1 }).waitFor()
    const tracker = Number(/trackers\/(\d+)/.exec(page.url())?.[1])

    await button('Add element').click()
    await page.getByRole('button', { name: /^Selection list/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('State')
    await dialog.getByLabel('Values, one per line').fill('New\nFixed\nChecked')
    await dialog.getByRole('button', { name: 'Add element' }).click()
    await toast('State added').waitFor()

    await settings('Semantics')
    const status = page.getByRole('region', { name: 'Status', exact: true })
    await status.getByRole('button', { name: 'Set up Status' }).click()
    await status.getByLabel('Field').selectOption('State')
    await status.getByRole('checkbox', { name: 'New' }).setChecked(true)
    await status.getByRole('button', { name: 'Save' }).click()
    await toast('Status saved').waitFor()

    await settings('Workflow')
    await button('Create workflow').click()
    for (const name of ['New artifact → New', 'New → Fixed', 'Fixed → Checked']) {
      await page.getByRole('checkbox', { name, exact: true }).click()
      await toast(`${name} allowed`).waitFor()
    }
    await button('Enforce workflow').click()
    await toast('The workflow is enforced').waitFor()

    await settings('Permissions')
    await page.getByRole('combobox', { name: 'Anonymous' }).selectOption({ label: 'No access' })
    await page.getByRole('combobox', { name: 'Project members' }).selectOption({ label: 'All artifacts' })
    await button('Save permissions').click()
    await toast('Permissions saved').waitFor()

    const bob = site.server.as('bob')
    const { fields, semantics } = (await bob.get(`trackers/${tracker}`)).body
    const [title, state] = ['title', 'state'].map((name) => fields.find((field: any) => field.name === name))
    const [open, fixed, checked] = state.values.map(({ id }: any) => id)
    expect(semantics.status).toEqual({ field_id: state.field_id, value_ids: [open] })
    const create = (value: number) =>
      bob.post('artifacts', {
        tracker: { id: tracker },
        values: [
          { field_id: title.field_id, value: 'The hatch leaks' },
          { field_id: state.field_id, bind_value_ids: [value] },
        ],
      })
    expect((await create(fixed)).status).toBe(400)
    const { status: created, body: artifact } = await create(open)
    expect(created).toBe(201)
    const change = (value: number) =>
      bob.put(`artifacts/${artifact.id}`, { values: [{ field_id: state.field_id, bind_value_ids: [value] }] })
    expect((await change(checked)).status).toBe(400)
    expect((await change(fixed)).status).toBe(200)
    expect((await site.server.as('visitor').get(`trackers/${tracker}`)).status).toBe(401)
  })
})
