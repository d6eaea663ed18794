import type { Locator, Page } from 'playwright-core'

/** A wide screen, a usual phone and the narrowest one. */
export const widths = [1440, 390, 320] as const
export type Width = (typeof widths)[number]
export const phones: readonly Width[] = [390, 320]
export const wide: readonly Width[] = [1440]

type Find = (page: Page) => Locator

/** A dialog, sheet, menu, list of suggestions or editor, and how it is opened and closed. */
export interface OverlayScene {
  /** The source file in `web/src` that has it. */
  readonly file: string
  /** `list`: the focus stays in the control that opens it. `editor`: in the page, instead of a value. */
  readonly kind: 'dialog' | 'menu' | 'list' | 'editor'
  /** Gets the focus back; undefined: it is gone afterwards, or another page follows. */
  readonly trigger: Find | undefined
  readonly open: (page: Page) => Promise<void>
  /** What is checked, where the kind does not tell. */
  readonly overlay?: Find
  /** Escape, unless something else is given. */
  readonly close?: (page: Page) => Promise<void>
  /** Leaves the page as it was before the scene. */
  readonly finish?: (page: Page) => Promise<void>
  readonly widths?: readonly Width[]
  /** It can be opened only once, so the window is resized while it is open. */
  readonly isOnce?: boolean
}

/** A page and what can be opened on it. */
export interface OverlayPage {
  readonly login: string
  readonly address: string
  /** A scene ends the session. */
  readonly endsSession?: boolean
  /** Runs at each width before its scenes. */
  readonly prepare?: (page: Page, width: Width) => Promise<void>
  readonly scenes: readonly OverlayScene[]
}

export const findButton =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first()

type More = Partial<OverlayScene>

const openBy = (kind: OverlayScene['kind'], file: string, trigger: Find, more: More): OverlayScene => ({
  kind,
  file,
  trigger,
  open: (page) => trigger(page).click(),
  ...more,
})

export const dialogBy = (file: string, trigger: Find, more: More = {}): OverlayScene =>
  openBy('dialog', file, trigger, more)

export const menuBy = (file: string, trigger: Find, more: More = {}): OverlayScene =>
  openBy('menu', file, trigger, more)

/** A dialog that an item of a menu opens; the button of the menu gets the focus back. */
export const dialogByItem = (file: string, trigger: Find, item: string, more: More = {}): OverlayScene =>
  dialogBy(file, trigger, { open: (page) => chooseItem(page, trigger, item), ...more })

export async function chooseItem(page: Page, trigger: Find, item: string): Promise<void> {
  await trigger(page).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** A dialog that shows a secret once, after what its page does for it. */
export const secretDialog = (file: string, name: string, open: OverlayScene['open'], leave: string): OverlayScene => ({
  kind: 'dialog',
  file,
  trigger: undefined,
  isOnce: true,
  open,
  overlay: (page) => page.getByRole('alertdialog', { name, exact: true }),
  close: async (page) => {
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('button', { name: leave, exact: true }).click()
  },
})
