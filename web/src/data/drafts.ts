const mark = 'draft:'

/** Unsaved input by user and form. It is removed at sign-out. */
export interface Draft<Content> {
  read(): Content | undefined
  /** undefined: there is nothing left to keep. */
  keep(content: Content | undefined): void
}

/** A draft that is kept with the tab. */
export const openDraft = <Content>(user: number | null, place: string): Draft<Content> =>
  draftIn(sessionStorage, user, place)

/** A draft that survives the tab, the browser and an expired session. */
export const openLastingDraft = <Content>(user: number | null, place: string): Draft<Content> =>
  draftIn(localStorage, user, place)

function draftIn<Content>(storage: Storage, user: number | null, place: string): Draft<Content> {
  const name = `${mark}${user}:${place}`
  return {
    read() {
      const kept = storage.getItem(name)
      // It was written below, in the same shape.
      return kept === null ? undefined : (JSON.parse(kept) as Content)
    },
    keep(content) {
      if (content === undefined) return storage.removeItem(name)
      try {
        storage.setItem(name, JSON.stringify(content))
      } catch {
        // The browser has no room for it: it is still on the page.
      }
    },
  }
}

/** Removes the drafts of this tab, and the lasting ones of a user: others may use the same browser. */
export function removeDrafts(user: number | null): void {
  removeAll(sessionStorage, mark)
  removeAll(localStorage, `${mark}${user}:`)
}

function removeAll(storage: Storage, beginning: string): void {
  for (const name of Object.keys(storage)) if (name.startsWith(beginning)) storage.removeItem(name)
}
