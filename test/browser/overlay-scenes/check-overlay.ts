import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityProblems, findColorProblems, waitUntilSettled } from '../../kit/browser-site.ts'
import type { OverlayScene, Width } from './scene.ts'

const roles: Readonly<Record<OverlayScene['kind'], string>> = {
  dialog: '[role=dialog], [role=alertdialog]',
  menu: '[role=menu]',
  list: '[popover]:popover-open',
  editor: '',
}

export const heights: Readonly<Record<Width, number>> = { 1440: 900, 390: 844, 320: 640 }

/** Opens an overlay, checks it in both color schemes at each of some widths, and closes it. */
export async function findOverlayProblems(
  page: Page,
  scene: OverlayScene,
  widths: readonly Width[],
): Promise<readonly string[]> {
  const { kind, open, close = pressEscape, finish } = scene
  const problems: string[] = []
  const trigger = scene.trigger?.(page)
  const layers = page.locator(roles[kind])
  // A dialog may open over a sheet.
  const overlay = scene.overlay?.(page) ?? layers.nth(await layers.count())
  await open(page)
  await overlay.waitFor()
  await waitUntilSettled(page)
  const holder = kind === 'list' ? trigger : overlay
  if (holder !== undefined && !(await hasFocusSoon(holder))) problems.push('the focus does not go into it')
  for (const width of widths) {
    if (widths.length > 1) await page.setViewportSize({ width, height: heights[width] })
    const found: string[] = []
    await page.emulateMedia({ colorScheme: 'light' })
    await overlay.evaluate(mark)
    found.push(...(await findAccessibilityProblems(page, '[data-checked]')))
    await page.emulateMedia({ colorScheme: 'dark' })
    await overlay.evaluate(mark)
    found.push(...(await findColorProblems(page, '[data-checked]')).map((each) => `in dark colors ${each}`))
    found.push(...(await overlay.evaluate(findSizeProblems, kind === 'editor')))
    await overlay.evaluate(unmark)
    problems.push(...found.map((each) => (widths.length > 1 ? `${width} px: ${each}` : each)))
  }
  await close(page)
  await overlay.waitFor({ state: 'hidden' })
  if (!(await (trigger === undefined ? hasFocusOnPageSoon(page) : hasFocusSoon(trigger))))
    problems.push(`the focus does not come back, but is at ${await page.evaluate(describeFocus)}`)
  await finish?.(page)
  return problems
}

const pressEscape = (page: Page): Promise<void> => page.keyboard.press('Escape')

const hasFocusSoon = (holder: Locator): Promise<boolean> =>
  isTrueSoon(() => holder.evaluate((element) => element.contains(document.activeElement)))

/** The control that had it may be gone. */
const hasFocusOnPageSoon = (page: Page): Promise<boolean> =>
  isTrueSoon(() => page.evaluate(() => document.activeElement?.closest('main') != null))

/** React moves the focus in a later task. */
const isTrueSoon = (check: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(() => check().catch(() => false), { timeout: 20_000, interval: 20 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

const describeFocus = (): string => document.activeElement?.outerHTML.slice(0, 160) ?? 'nothing'

/** What is over the page is checked with its frame. */
function mark(element: Element): void {
  const layer = element.closest('body > :not(#app)') ?? element
  layer.setAttribute('data-checked', '')
}

function unmark(): void {
  for (const each of document.querySelectorAll('[data-checked]')) each.removeAttribute('data-checked')
}

/** Whether the page or the overlay scrolls sideways, and whether all of the overlay can be seen. Runs in the page. */
function findSizeProblems(element: Element, isEditor: boolean): string[] {
  const tolerance = 1
  const problems: string[] = []
  const excess = document.documentElement.scrollWidth - innerWidth
  if (excess > 0) problems.push(`the page is ${excess} px too wide`)
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (left < -tolerance || right > innerWidth + tolerance) problems.push(`it reaches from ${left} to ${right} px`)
  const around: Element[] = []
  for (let each: Element | null = element; each !== null && each !== document.body; each = each.parentElement)
    around.push(each)
  // The editor of a value is a little wider than its place, but no more than what scrolls.
  const holders = around.filter((each) =>
    isEditor ? getComputedStyle(each).overflowX !== 'visible' : each === element,
  )
  for (const each of holders) {
    const inner = each.scrollWidth - each.clientWidth
    if (inner > tolerance) problems.push(`its content is ${inner} px too wide`)
  }
  // An editor scrolls with its page.
  if (isEditor) return problems
  const scroller = around.find(
    (each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight,
  )
  const seen = scroller?.getBoundingClientRect() ?? { top, bottom }
  if (seen.top < -tolerance || seen.bottom > innerHeight + tolerance)
    problems.push(`it reaches from ${seen.top} to ${seen.bottom} px of ${innerHeight}`)
  const above = scroller === undefined ? 0 : seen.top - (top + scroller.scrollTop)
  if (above > tolerance) problems.push(`${above} px of it are above what can be scrolled to`)
  return problems
}
