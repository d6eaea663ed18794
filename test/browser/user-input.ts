import type { Locator, Page } from 'playwright-core'

export type Device = 'pointer' | 'keyboard'

/** What a user did: typed text counts once, whatever its length. */
export interface InputCounts {
  readonly clicks: number
  /** Keys other than those of `moves`. */
  readonly keys: number
  /** Presses of Tab and of arrow keys. */
  readonly moves: number
  readonly texts: number
}

/** Operates a page by pointer or by keyboard alone, and counts clicks and keys. */
export interface UserInput {
  readonly page: Page
  readonly device: Device
  readonly counts: InputCounts
  /** Clicks a control, or moves the focus there and presses Enter or the space bar. */
  activate(control: Locator): Promise<void>
  /** Presses the shortcut by keyboard; clicks the control by pointer. */
  shortcut(key: string, control: Locator): Promise<void>
  press(key: string): Promise<void>
  /** Types into the field, which receives the focus unless it has it. */
  type(field: Locator, text: string): Promise<void>
  /** Replaces the content of the field. */
  replace(field: Locator, text: string): Promise<void>
}

const maxMoves = 150

export function createUserInput(page: Page, device: Device): UserInput {
  const counts = { clicks: 0, keys: 0, moves: 0, texts: 0 }
  const press = async (key: string): Promise<void> => {
    counts.keys += 1
    await page.keyboard.press(key)
  }
  const click = async (control: Locator): Promise<void> => {
    counts.clicks += 1
    await control.click()
  }
  const moveFocus = async (control: Locator): Promise<void> => {
    await control.waitFor()
    let last: Direction | null = null
    for (let step = 0; step < maxMoves; step += 1) {
      const direction: Direction | null = await control.evaluate(directionTo)
      if (direction === null) return
      if (direction.isAtSkipLink) {
        await press('Enter')
        continue
      }
      // A group whose arrow keys do not move the focus is walked through with Tab.
      const key = direction.isStuck && last?.isArrow ? direction.tab : direction.key
      counts.moves += 1
      await page.keyboard.press(key)
      last = direction
    }
    throw new Error(`${maxMoves} presses of Tab and arrow keys do not reach ${control}`)
  }
  const focus = async (field: Locator): Promise<void> => {
    if (await field.evaluate((element) => element === document.activeElement)) return
    await (device === 'pointer' ? click(field) : moveFocus(field))
  }
  const activate = async (control: Locator): Promise<void> => {
    if (device === 'pointer') return click(control)
    await moveFocus(control)
    await press((await control.evaluate(isToggledBySpace)) ? 'Space' : 'Enter')
  }
  const type = async (field: Locator, text: string): Promise<void> => {
    await focus(field)
    counts.texts += 1
    await page.keyboard.type(text)
  }
  return {
    page,
    device,
    counts,
    activate,
    press,
    type,
    shortcut: (key, control) => (device === 'keyboard' ? press(key) : activate(control)),
    async replace(field, text) {
      await focus(field)
      await press('ControlOrMeta+a')
      await type(field, text)
    },
  }
}

interface Direction {
  readonly key: string
  readonly tab: string
  readonly isArrow: boolean
  /** The focus is where it was at the last call. */
  readonly isStuck: boolean
  /** The focus is on the link that skips the navigation, and the element is after it. */
  readonly isAtSkipLink: boolean
}

/** The key that moves the focus towards an element; null if the element has it. Runs in the page. */
function directionTo(element: Element): Direction | null {
  const state = globalThis as { lastFocus?: Element | null }
  const focused = document.activeElement
  const described = focused?.getAttribute('aria-activedescendant')
  const active = (described && document.getElementById(described)) || focused
  if (active === element || element.contains(active)) return null
  const isStuck = state.lastFocus === active
  state.lastFocus = active
  const isBefore =
    active !== null &&
    active !== document.body &&
    (active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const tab = isBefore ? 'Shift+Tab' : 'Tab'
  const main = document.querySelector('main')
  const isAtSkipLink =
    !isStuck &&
    active instanceof HTMLAnchorElement &&
    active.hash === `#${main?.id}` &&
    main?.contains(element) === true
  const group = element.closest('[role=menu], [role=listbox], [role=radiogroup], [role=tablist], [role=grid]')
  const controls = focused?.getAttribute('aria-controls')
  const isInGroup = group !== null && (group.contains(active) || (controls != null && group.id === controls))
  if (!isInGroup) return { key: tab, tab, isArrow: false, isStuck, isAtSkipLink }
  const row = group.getAttribute('role') === 'grid' ? element.closest('tr, [role=row]') : null
  const isRow = /^(?:radiogroup|tablist)$/.test(group.getAttribute('role') ?? '') || row?.contains(active) === true
  const key = isRow ? (isBefore ? 'ArrowLeft' : 'ArrowRight') : isBefore ? 'ArrowUp' : 'ArrowDown'
  return { key, tab, isArrow: true, isStuck, isAtSkipLink: false }
}

/** Whether the space bar, and not Enter, operates a control. Runs in the page. */
const isToggledBySpace = (element: Element): boolean =>
  element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)
