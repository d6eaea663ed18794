/**
 * Returns the Content-Disposition of a download (RFC 6266, RFC 8187). The ASCII part of the name is for clients that do
 * not support the encoded form; the full name is added if it differs. Characters that end a header, directories, and
 * characters that change the text direction (and so could disguise the extension) are removed.
 */
export function formatContentDisposition(name: string): string {
  const clean = name.toWellFormed().replaceAll(hidden, '').replaceAll(/[/\\]/g, '-')
  const plain = clean.replaceAll(/[^\x20-\x7e]/g, '').trim()
  const quoted = `attachment; filename="${(plain || 'download').replaceAll('"', '\\"')}"`
  // Clients differ in how they read `\"`, and in whether they decode `%41`.
  return plain === clean && !/["%]/.test(plain)
    ? quoted
    : `${quoted}; filename*=UTF-8''${extended(clean || 'download')}`
}

// Control characters, and embeddings, overrides and isolates of direction; direction marks are part of names.
const hidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * RFC 8187 §3.2.1: ASCII `attr-char` stays as it is; these characters are not among them although encodeURIComponent
 * leaves them.
 */
const extended = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
