import type { Locator, Page } from 'playwright-core'
import { en } from '../../../web/src/texts/en.ts'
import type { SampleSite } from '../page-samples.ts'
import {
  chooseItem,
  dialogBy,
  dialogByItem,
  findButton,
  menuBy,
  type OverlayPage,
  type OverlayScene,
  phones,
} from './scene.ts'

const { editing, artifact: words, states } = en
const editors = 'fields/editors'

/** Ids of fields by name. */
export type FieldIds = ReadonlyMap<string, number>

/** The page of an artifact, and the editors of its values. */
export const listArtifactPages = (of: SampleSite, bugFields: FieldIds, jobFields: FieldIds): readonly OverlayPage[] => {
  const [crash, job] = [`/artifacts/${of.artifact}`, `/artifacts/${of.job}`]
  return [
    { login: 'alice', address: crash, scenes: [...listActionScenes(), ...listCommentScenes()] },
    {
      login: 'alice',
      address: crash,
      prepare: openProperties,
      scenes: [inPopover(`${editors}/list.tsx`, bugFields, 'severity')],
    },
    {
      login: 'alice',
      address: crash,
      prepare: openProperties,
      scenes: [
        dialogBy('artifact/link-graph/link-graph-dialog.tsx', findButton(words.linkGraph)),
        dialogBy('pages/artifact/create-child-dialog.tsx', findButton(words.createChild)),
      ],
    },
    { login: 'alice', address: job, scenes: [...listStatusScenes(), ...listTextScenes(jobFields)] },
    { login: 'alice', address: job, prepare: openProperties, scenes: listPropertyScenes(jobFields) },
    {
      login: 'alice',
      address: `/trackers/${of.jobTracker}/new`,
      scenes: [dialogBy(`${editors}/list.tsx`, findButton(/^Lead/))],
    },
  ]
}

const listActionScenes = (): readonly OverlayScene[] => {
  const more = findButton(editing.moreActions)
  return [
    menuBy('pages/artifact/actions.tsx', more),
    dialogByItem('pages/artifact/move-dialog.tsx', more, editing.move.action),
    dialogByItem('pages/artifact/delete-dialog.tsx', more, editing.deleteArtifact),
    dialogBy('pages/artifact/side.tsx', findButton(/^All properties/), { widths: phones }),
  ]
}

const listCommentScenes = (): readonly OverlayScene[] => {
  const menu = findButton(words.comments.actions)
  const text = (page: Page) => page.getByRole('textbox', { name: words.comments.label, exact: true })
  return [
    menuBy('artifact/comment.tsx', menu),
    {
      kind: 'editor',
      file: 'artifact/comment.tsx',
      trigger: menu,
      open: (page) => chooseItem(page, menu, words.comments.edit),
      overlay: (page) =>
        page.locator('form').filter({ has: page.getByRole('textbox', { name: words.comments.editLabel }) }),
    },
    {
      kind: 'editor',
      file: 'artifact/comment.tsx',
      trigger: menu,
      open: (page) => chooseItem(page, menu, words.comments.remove),
      overlay: (page) => page.getByRole('alert').filter({ hasText: words.comments.confirmRemoval }),
    },
    {
      kind: 'list',
      file: `${editors}/text-tools.tsx`,
      trigger: text,
      open: async (page) => {
        await text(page).focus()
        await page.keyboard.type('@ali')
      },
      finish: (page) => text(page).fill(''),
    },
  ]
}

const listStatusScenes = (): readonly OverlayScene[] => {
  const status = findButton(/^Status/)
  return [
    menuBy('artifact/status-menu.tsx', status),
    {
      kind: 'editor',
      file: 'artifact/transition-form.tsx',
      trigger: status,
      open: async (page) => {
        await status(page).click()
        await page.getByRole('menuitem', { name: /^Inspected/ }).click()
      },
      overlay: (page) => page.getByRole('form', { name: editing.changeStatusTo('Inspected') }),
    },
  ]
}

const listTextScenes = (fields: FieldIds): readonly OverlayScene[] => [
  inPlace(`${editors}/string.tsx`, fields, 'title'),
  inPlace(`${editors}/text.tsx`, fields, 'details'),
  inPlace(`${editors}/text.tsx`, fields, 'remark'),
  inPlace(`${editors}/steps.tsx`, fields, 'steps'),
]

const listPropertyScenes = (fields: FieldIds): readonly OverlayScene[] => [
  inPlace(`${editors}/string.tsx`, fields, 'berth'),
  inPlace(`${editors}/number.tsx`, fields, 'points'),
  inPlace(`${editors}/number.tsx`, fields, 'effort'),
  inPlace(`${editors}/number.tsx`, fields, 'spent'),
  inPlace(`${editors}/date.tsx`, fields, 'due'),
  inPlace(`${editors}/date.tsx`, fields, 'lift'),
  inPlace(`${editors}/computed.tsx`, fields, 'total'),
  inPopover(`${editors}/list.tsx`, fields, 'lead'),
  inPopover(`${editors}/choices.tsx`, fields, 'assigned_to'),
  inPopover(`${editors}/choices.tsx`, fields, 'trades'),
  inPopover(`${editors}/open-list.tsx`, fields, 'materials'),
  inPopover(`${editors}/groups.tsx`, fields, 'seen_by'),
  inPlace(`${editors}/links.tsx`, fields, 'links'),
  newLink(fields),
  inPlace(`${editors}/files.tsx`, fields, 'files'),
]

/** On phones, properties are in a sheet. */
async function openProperties(page: Page, width: number): Promise<void> {
  if (width >= 900 || (await page.getByRole('dialog').count()) > 0) return
  await findButton(/^All properties/)(page).click()
  await page.getByRole('dialog', { name: editing.properties }).waitFor()
}

const placeOf = (fields: FieldIds, name: string) => {
  const id = fields.get(name)
  if (id === undefined) throw new Error(`No field ${name}`)
  return (page: Page): Locator => page.locator(`[data-field="${id}"]`)
}

const editButton = (fields: FieldIds, name: string) => (page: Page) =>
  placeOf(fields, name)(page).locator('[data-edit]')

/** An editor that replaces its value, and the button that opens it. */
const inPlace = (file: string, fields: FieldIds, name: string): OverlayScene => ({
  kind: 'editor',
  file,
  trigger: editButton(fields, name),
  open: (page) => editButton(fields, name)(page).click(),
  overlay: (page) => placeOf(fields, name)(page).filter({ hasNot: page.locator('[data-edit]') }),
})

/** An editor with a list of values over the page. */
const inPopover = (file: string, fields: FieldIds, name: string): OverlayScene =>
  dialogBy(file, editButton(fields, name))

const newLink = (fields: FieldIds): OverlayScene => {
  const add = (page: Page) => placeOf(fields, 'links')(page).getByRole('button', { name: editing.addLink })
  return dialogBy(`${editors}/links.tsx`, add, {
    open: async (page) => {
      await editButton(fields, 'links')(page).click()
      await add(page).click()
    },
    finish: (page) => placeOf(fields, 'links')(page).getByRole('button', { name: states.cancel }).click(),
  })
}
