const mark = 'draft:'

/** Unsaved input by user and form. It is removed at sign-out. */
export interface Draft<Content> {
  read(): Content | undefined
  /** undefined: there is nothing left to keep. */
  keep(content: Content | undefined): void
  /**
   * The same within a second, because writing takes longer than a key may; at once when the user leaves the input or the
   * page.
   */
  keepSoon(content: Content | undefined): void
}

/** A draft that is kept with the tab. */
export const openDraft = <Content>(user: number | null, place: string): Draft<Content> =>
  draftIn(sessionStorage, user, place)

/** A draft that survives the tab, the browser and an expired session. */
export const openLastingDraft = <Content>(user: number | null, place: string): Draft<Content> =>
  draftIn(localStorage, user, place)

/**
 * A lasting draft that each tab has for itself. A tab without one begins with that of another tab, which stays as it is
 * while that tab is open.
 */
export function openTabDraft<Content>(user: number | null, place: string): Draft<Content> {
  const names = `${mark}${user}:${place}`
  const name = `${names} ${getTabId()}`
  const own = openLastingDraft<Content>(user, `${place} ${getTabId()}`)
  let copied: { readonly name: string; readonly json: string } | undefined
  const hold = (content: Content | undefined): void => {
    if (content === undefined) held.delete(name)
    else held.set(name, content)
  }
  const keep = (content: Content | undefined): void => {
    hold(content)
    own.keep(content)
    if (copied !== undefined && localStorage.getItem(copied.name) === copied.json) {
      // The tab that holds it writes it again if it is open; after the removal only, it does not (see `removeDrafts`).
      localStorage.setItem(copied.name, '')
      localStorage.removeItem(copied.name)
    }
    copied = undefined
  }
  return {
    read() {
      const ownContent = own.read()
      hold(ownContent)
      if (ownContent !== undefined) return ownContent
      const other = Object.keys(localStorage).find((each) => each.startsWith(names))
      const json = (other && localStorage.getItem(other)) || undefined
      if (other === undefined || json === undefined) return undefined
      copied = { name: other, json }
      return JSON.parse(json) as Content
    },
    keep,
    keepSoon(content) {
      // What is copied is removed, so the own one must be there.
      if (copied !== undefined) return keep(content)
      hold(content)
      own.keepSoon(content)
    },
  }
}

/** What this tab holds, by name. */
const held = new Map<string, unknown>()
let tabId: string | undefined

/** The same after a reload. A tab that was duplicated has another one, because it is stored only while none is open. */
function getTabId(): string {
  if (tabId !== undefined) return tabId
  const id = sessionStorage.getItem('tab') ?? Math.random().toString(36).slice(2)
  sessionStorage.removeItem('tab')
  addEventListener('pagehide', () => sessionStorage.setItem('tab', id))
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && newValue === '' && held.has(key)) localStorage.setItem(key, JSON.stringify(held.get(key)))
  })
  tabId = id
  return id
}

function draftIn<Content>(storage: Storage, user: number | null, place: string): Draft<Content> {
  const name = `${mark}${user}:${place}`
  const keep = (content: Content | undefined): void => {
    unwritten.delete(name)
    try {
      if (content === undefined) storage.removeItem(name)
      else storage.setItem(name, JSON.stringify(content))
    } catch {
      // The browser has no room for it: it is still on the page.
    }
  }
  return {
    read() {
      unwritten.get(name)?.()
      const json = storage.getItem(name)
      // It was written below, in the same shape.
      return json === null ? undefined : (JSON.parse(json) as Content)
    },
    keep,
    keepSoon(content) {
      if (content === undefined) return keep(undefined)
      unwritten.set(name, () => keep(content))
      timer ??= setTimeout(writeDrafts, writeDelayMs)
      watchLeaving()
    },
  }
}

const writeDelayMs = 1000
/** Drafts that are newer than those in the storage, by name. */
const unwritten = new Map<string, () => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function writeDrafts(): void {
  clearTimeout(timer)
  timer = undefined
  for (const write of [...unwritten.values()]) write()
}

/** Adds its listener once: another one with the same function is not added. */
function watchLeaving(): void {
  // Not while these events are captured: what a key causes is done then, and may only be kept after that.
  for (const type of ['focusout', 'pagehide', 'visibilitychange']) addEventListener(type, writeDrafts)
}

/** Removes the drafts of this tab, and the lasting ones of a user: others may use the same browser. */
export function removeDrafts(user: number | null): void {
  unwritten.clear()
  held.clear()
  removeAll(sessionStorage, mark)
  removeAll(localStorage, `${mark}${user}:`)
}

function removeAll(storage: Storage, beginning: string): void {
  for (const name of Object.keys(storage)) if (name.startsWith(beginning)) storage.removeItem(name)
}
