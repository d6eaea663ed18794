import type { Locator, Page } from 'playwright-core'
import { en } from '../../../web/src/texts/en.ts'
import type { SampleSite } from '../page-samples.ts'
import { chooseItem, dialogBy, dialogByItem, findButton, menuBy, type OverlayPage, phones, wide } from './scene.ts'

const words = en.tracker
const folder = 'pages/tracker'
const more = findButton(words.moreActions)
const columns = findButton(words.columns)
const filters = (page: Page): Locator => page.getByRole('group', { name: words.filters, exact: true })
const query = (page: Page): Locator => page.getByRole('textbox', { name: words.query, exact: true })
const firstCard = (page: Page): Locator => page.locator('[data-card]').first()
const language = encodeURIComponent('status = "Open"')
/** So many that the menu does not show all of them. */
export const manyReports = 20

/** The list of a tracker. */
export const listTrackerPages = (of: SampleSite): readonly OverlayPage[] => {
  const address = `/trackers/${of.tracker}`
  return [
    { login: 'alice', address, scenes: listScenes() },
    {
      login: 'alice',
      address: `${address}?report=${of.report}`,
      scenes: [
        menuBy(`${folder}/report-menu.tsx`, findButton(/^All bugs/)),
        dialogByItem(`${folder}/report-menu.tsx`, findButton(/^All bugs/), words.deleteReport),
      ],
    },
    {
      login: 'alice',
      address: `/trackers/${of.jobTracker}`,
      scenes: [dialogByItem(`${folder}/report-picker.tsx`, findButton(words.reports), words.findReport(manyReports))],
    },
    {
      login: 'alice',
      address: `${address}?q=${language}`,
      scenes: [dialogBy(`${folder}/query-help.tsx`, findButton(words.tql.help))],
    },
    { login: 'alice', address: `${address}?q=${language}`, prepare: showBuilder, scenes: listBuilderScenes() },
    { login: 'alice', address, prepare: openFilters, scenes: listFilterScenes() },
    { login: 'alice', address, prepare: selectRow, scenes: listBulkScenes() },
    {
      login: 'alice',
      address: `${address}?view=board`,
      scenes: [menuBy(`${folder}/group-field-menu.tsx`, findButton(words.board.columnsBy('Status')))],
    },
    {
      login: 'alice',
      address: `${address}?group=due&interval=month`,
      scenes: [menuBy(`${folder}/grouping/row-group-menu.tsx`, findButton(/^Groups: /), { widths: wide })],
    },
    {
      login: 'alice',
      address: `${address}?view=charts`,
      scenes: [menuBy(`${folder}/chart/chart-menu.tsx`, findButton(words.chart.kinds.values))],
    },
    {
      login: 'alice',
      address: `/trackers/${of.jobTracker}?view=board`,
      scenes: [
        dialogBy(`${folder}/board/move-form.tsx`, firstCard, {
          open: async (page) => {
            await firstCard(page).focus()
            await page.keyboard.press('m')
            await page.getByRole('menuitem', { name: /^Inspected/ }).click()
          },
        }),
      ],
    },
  ]
}

const listScenes = (): OverlayPage['scenes'] => {
  const heading = (page: Page) =>
    page.getByRole('columnheader', { name: words.artifactTitle }).getByRole('button').first()
  const status = (page: Page) => filters(page).getByRole('button', { name: words.status, exact: true })
  const assignees = (page: Page) => filters(page).getByRole('button', { name: words.assignees, exact: true })
  return [
    menuBy(`${folder}/grid-heading.tsx`, heading, {
      widths: wide,
      open: async (page) => {
        await heading(page).focus()
        await page.keyboard.press('Alt+ArrowDown')
      },
    }),
    menuBy(`${folder}/tracker-view.tsx`, columns, { widths: wide }),
    menuBy(`${folder}/tracker-menu.tsx`, more),
    dialogByItem(`${folder}/import-dialog.tsx`, more, words.importCsv),
    menuBy(`${folder}/filter-chips.tsx`, (page) =>
      filters(page).getByRole('button', { name: words.addFilter, exact: true }),
    ),
    // On phones, each status is a chip.
    menuBy(`${folder}/filter-chip.tsx`, status, { widths: wide }),
    dialogBy(`${folder}/filter-picker.tsx`, assignees),
    {
      kind: 'list',
      file: `${folder}/query-suggestions.tsx`,
      trigger: query,
      open: async (page) => {
        await query(page).focus()
        await page.keyboard.type('s')
      },
      finish: (page) => query(page).fill(''),
    },
    menuBy(`${folder}/phone-bar.tsx`, findButton(words.sort), { widths: phones }),
    // The chips above the list have a button of the same name.
    dialogBy(
      `${folder}/filter-sheet.tsx`,
      (page) => page.getByRole('button', { name: words.addFilter, exact: true }).last(),
      { widths: phones },
    ),
  ]
}

async function showBuilder(page: Page): Promise<void> {
  const builder = findButton(words.tql.builder)(page)
  if ((await builder.getAttribute('aria-pressed')) !== 'true') await builder.click()
}

const listBuilderScenes = (): OverlayPage['scenes'] =>
  [words.tql.rows.field, words.tql.rows.operator, words.tql.rows.value].map((label) =>
    dialogBy(`${folder}/query-builder.tsx`, (page) =>
      page
        .getByRole('group', { name: words.tql.rows.row(1), exact: true })
        .getByRole('button', { name: new RegExp(`^${label}`) }),
    ),
  )

async function openFilters(page: Page, width: number): Promise<void> {
  if (width >= 900 || (await page.getByRole('dialog').count()) > 0) return
  await page.getByRole('button', { name: words.addFilter, exact: true }).last().click()
  await page.getByRole('dialog').waitFor()
}

const listFilterScenes = (): OverlayPage['scenes'] => [
  menuBy(`${folder}/filter-sheet.tsx`, columns, { widths: phones }),
  menuBy(`${folder}/filter-chip.tsx`, findButton('Severity'), { widths: phones }),
]

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: words.bulk.title })

async function selectRow(page: Page): Promise<void> {
  if ((await bar(page).count()) === 0) await page.locator('tbody tr[data-row="1"] [data-cell="0"]').click()
  await bar(page).waitFor()
}

const listBulkScenes = (): OverlayPage['scenes'] => {
  const button = (name: string) => (page: Page) => bar(page).getByRole('button', { name, exact: true })
  const moreOfBar = button(words.moreActions)
  return [
    menuBy(`${folder}/bulk-bar.tsx`, moreOfBar, { widths: phones }),
    dialogBy(`${folder}/bulk-change-dialog.tsx`, button(words.status)),
    dialogBy(`${folder}/bulk-change-dialog.tsx`, button(words.bulk.setField), { widths: wide }),
    dialogBy(`${folder}/bulk-link-dialog.tsx`, button(words.bulk.link), { widths: wide }),
    dialogBy(`${folder}/bulk-link-dialog.tsx`, moreOfBar, {
      widths: phones,
      open: (page) => chooseItem(page, moreOfBar, words.bulk.link),
    }),
    dialogBy(`${folder}/bulk-delete-dialog.tsx`, button(words.bulk.remove), { widths: wide }),
    dialogBy(`${folder}/bulk-delete-dialog.tsx`, moreOfBar, {
      widths: phones,
      open: (page) => chooseItem(page, moreOfBar, words.bulk.remove),
    }),
  ]
}
