import type { Page } from 'playwright-core'
import { en } from '../../../web/src/texts/en.ts'
import type { SampleSite } from '../page-samples.ts'
import {
  dialogBy,
  dialogByItem,
  findButton,
  menuBy,
  type OverlayPage,
  type OverlayScene,
  phones,
  wide,
} from './scene.ts'

const { commands, frame, editing, states } = en

const create = findButton(commands.create)
const watch = findButton(editing.watch)

const commandMenu = dialogBy('frame/command-menu/modal-layer.tsx', findButton(commands.open))

/** The top bar, the navigation on phones, and what every page can open. */
export const listFramePages = (of: SampleSite): readonly OverlayPage[] => [
  {
    login: 'alice',
    address: '/projects/lander',
    scenes: [
      menuBy('frame/account-menu.tsx', (page) => page.locator('header').getByRole('button', { name: /Alice Liddell/ })),
      menuBy('frame/create-button.tsx', create),
      dialogByItem('frame/tracker-chooser.tsx', create, commands.newArtifact),
      dialogBy('frame/keyboard-help.tsx', create, {
        open: async (page) => {
          await create(page).focus()
          await page.keyboard.press('?')
        },
      }),
      dialogBy('frame/project-picker.tsx', (page) => page.locator(`button[title="${frame.otherProject}"]`), {
        widths: wide,
      }),
      commandMenu,
      {
        ...commandMenu,
        open: async (page) => {
          await commandMenu.open(page)
          await page.getByRole('searchbox').fill('lander')
          await page.getByRole('option').first().waitFor()
        },
      },
      {
        kind: 'list',
        file: 'frame/frame.tsx',
        widths: phones,
        trigger: findButton(new RegExp(`^(${frame.openRail}|${frame.closeRail})$`)),
        open: (page) => findButton(frame.openRail)(page).click(),
        overlay: (page) => page.getByRole('navigation', { name: frame.rail, exact: true }),
      },
    ],
  },
  { login: 'visitor', address: '/login', scenes: [menuBy('frame/language-menu.tsx', findButton(/^English/))] },
  { login: 'alice', address: `/artifacts/${of.artifact}`, scenes: [toast] },
  { login: 'alice', address: `/artifacts/${of.artifact}`, endsSession: true, scenes: [signInAgain] },
]

const toast: OverlayScene = {
  kind: 'list',
  file: 'app.tsx',
  trigger: undefined,
  overlay: (page) => page.getByRole('region', { name: states.notifications, exact: true }),
  /** An error stays until it is dismissed. */
  open: async (page) => {
    await page.route('**/watch', (route) => route.abort())
    await watch(page).click()
  },
  close: (page) => findButton(states.dismiss)(page).click(),
}

const signInAgain: OverlayScene = {
  kind: 'dialog',
  file: 'frame/sign-in-dialog.tsx',
  isOnce: true,
  // A visitor, which the user is after Escape, cannot watch anything.
  trigger: undefined,
  open: async (page: Page) => {
    // It appears after the first view.
    await watch(page).waitFor()
    await page.context().clearCookies()
    await watch(page).click()
  },
}
