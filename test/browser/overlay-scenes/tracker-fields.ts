import type { Locator, Page } from 'playwright-core'
import { en } from '../../../web/src/texts/en.ts'
import { trackerAdminEn } from '../../../web/src/texts/en-tracker-admin.ts'
import type { SampleSite } from '../page-samples.ts'
import { chooseItem, dialogBy, dialogByItem, findButton, menuBy, type OverlayPage } from './scene.ts'

const { states } = en
const words = trackerAdminEn.trackerFields
const folder = 'pages/tracker-admin-fields'
const status = (page: Page): Locator => page.getByRole('link', { name: 'Status', exact: true })
const actions = findButton(words.more('Title'))

/** The form of a tracker in its administration. */
export const listTrackerFieldPages = (of: SampleSite): readonly OverlayPage[] => {
  const address = `/trackers/${of.tracker}/admin/fields`
  return [
    {
      login: 'alice',
      address,
      scenes: [
        dialogBy(`${folder}/add-dialog.tsx`, findButton(words.add)),
        menuBy(`${folder}/element-row.tsx`, actions),
        dialogByItem(`${folder}/move-dialog.tsx`, actions, words.moveTo),
        dialogBy(`${folder}/element-sheet.tsx`, status),
      ],
    },
    {
      login: 'alice',
      address,
      prepare: openSheet,
      scenes: [menuBy(`${folder}/list-values.tsx`, findButton(words.values.more('Open')))],
    },
    {
      login: 'alice',
      address,
      prepare: changeSheet,
      scenes: [dialogBy(`${folder}/element-sheet.tsx`, findButton(states.close))],
    },
    {
      login: 'alice',
      address,
      prepare: removeField,
      scenes: [dialogBy(`${folder}/unused-fields.tsx`, findButton(words.deleteOf('Customer')))],
    },
  ]
}

async function openSheet(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) return
  await status(page).click()
  await page.getByRole('dialog').waitFor()
}

async function changeSheet(page: Page): Promise<void> {
  await openSheet(page)
  await page.getByRole('dialog').getByLabel(words.description).fill('What is done about it')
}

async function removeField(page: Page): Promise<void> {
  const remove = findButton(words.deleteOf('Customer'))(page)
  if ((await remove.count()) > 0) return
  await chooseItem(page, findButton(words.more('Customer')), words.remove)
  await remove.waitFor()
}
