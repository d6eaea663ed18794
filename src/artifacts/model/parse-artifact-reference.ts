/** An artifact id that a user typed, with the keyword before it, in lower case. */
export interface ArtifactReference {
  readonly keyword: string | null
  readonly id: number
}

/** Parses `12`, `#12`, `bug #12` and `bug#12`; undefined: the text is not a reference. */
export function parseArtifactReference(text: string): ArtifactReference | undefined {
  const match = /^(?:([^\s#]+)\s*#|#)?(\d{1,15})$/.exec(text.trim())
  if (match === null) return undefined
  const id = Number(match[2])
  return id > 0 ? { keyword: match[1]?.toLowerCase() ?? null, id } : undefined
}
