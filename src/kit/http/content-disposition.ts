/**
 * RFC 6266, RFC 8187: content to keep, under a name. What of the name is ASCII stands for those who read no more; the
 * whole name is there as well when that is not all of it. Never in it: what ends a header, folders, and what turns the
 * order of letters round, so that an ending shows which is none.
 */
export function attachmentDisposition(name: string): string {
  const clean = name.toWellFormed().replaceAll(hidden, '').replaceAll(/[/\\]/g, '-')
  const plain = clean.replaceAll(/[^\x20-\x7e]/g, '').trim()
  const quoted = `attachment; filename="${(plain || 'download').replaceAll('"', '\\"')}"`
  // Clients differ in how they read `\"`, and in whether they take `%41` for a letter.
  return plain === clean && !/["%]/.test(plain)
    ? quoted
    : `${quoted}; filename*=UTF-8''${extended(clean || 'download')}`
}

// Controls, and embeddings, overrides and isolates of direction; marks of direction are part of names.
const hidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** RFC 8187 §3.2.1: of ASCII `attr-char` stays as it is; of what encodeURIComponent leaves these are none. */
const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
