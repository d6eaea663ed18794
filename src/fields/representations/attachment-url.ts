/**
 * docs/api/field-values.md §9, docs/api/attachments.md §2: where a file is downloaded; the name in it must be the
 * file's.
 */
export const buildAttachmentUrl = (id: number, name: string): string =>
  `/plugins/tracker/attachments/${id}-${encodeName(name)}`

/** docs/api/field-values.md §9: where its small picture is. */
export const buildPreviewUrl = (id: number, name: string): string =>
  `/plugins/tracker/attachments/preview/${id}-${encodeName(name)}`

/** Percent-encoding of all but letters, digits and `-_.~` (RFC 3986 §2.3). */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
