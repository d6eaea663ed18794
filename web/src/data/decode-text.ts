/** Lines of a file as they are shown. */
export interface DecodedText {
  readonly lines: readonly string[]
  /** null: that of today, UTF-8; otherwise the one it was taken for. */
  readonly encoding: string | null
}

/** More lines than a page bears. */
export const maxLines = 10_000

/** Decodes the text of a file; undefined: binary, or too many lines. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const text = textOf(bytes)
  if (text === undefined) return undefined
  const lines = text.content.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines.length > maxLines ? undefined : { lines, encoding: text.encoding }
}

function textOf(bytes: Uint8Array): { readonly content: string; readonly encoding: string | null } | undefined {
  // The same heuristic for binary files as in Subversion.
  if (bytes.includes(0)) return undefined
  try {
    return { content: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null }
  } catch {
    const content = new TextDecoder('windows-1252').decode(bytes)
    return isMostlyText(content) ? { content, encoding: 'Windows-1252' } : undefined
  }
}

/** Compressed files without a zero byte are rare, not unheard of. */
function isMostlyText(content: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  const strange = content.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0
  return strange * 100 <= content.length
}
