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
  removeAll(sessionStorage, mark)
  removeAll(localStorage, `${mark}${user}:`)
}

function removeAll(storage: Storage, beginning: string): void {
  for (const name of Object.keys(storage)) if (name.startsWith(beginning)) storage.removeItem(name)
}
