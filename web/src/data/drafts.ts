const mark = 'draft:'

/** Unsaved input by user and form. It is kept with the tab and removed at sign-out. */
export interface Draft<Content> {
  read(): Content | undefined
  /** undefined: there is nothing left to keep. */
  keep(content: Content | undefined): void
}

export function openDraft<Content>(user: number | null, place: string): Draft<Content> {
  const name = `${mark}${user}:${place}`
  return {
    read() {
      const kept = sessionStorage.getItem(name)
      // It was written below, in the same shape.
      return kept === null ? undefined : (JSON.parse(kept) as Content)
    },
    keep(content) {
      if (content === undefined) return sessionStorage.removeItem(name)
      try {
        sessionStorage.setItem(name, JSON.stringify(content))
      } catch {
        // The browser has no room for it: it is still on the page.
      }
    },
  }
}

export function removeDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(mark)) sessionStorage.removeItem(name)
}
