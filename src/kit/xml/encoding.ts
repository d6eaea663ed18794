/** Encoding of the bytes of a document, and its name in the declaration. */
export interface DetectedEncoding {
  /** For a `TextDecoder`. */
  readonly label: string
  /** Lower case; undefined: the declaration has no readable name. */
  readonly declared: string | undefined
}

/**
 * Detects the encoding of an XML document by its byte order mark, else by its declaration (XML 1.0, appendix F).
 * Unknown encodings are read as UTF-8, and the declaration is rejected if it names something else.
 */
export function detectEncoding(start: Buffer): DetectedEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return { label: 'utf-16le', declared: 'utf-16' }
  if (start[0] === 0xfe && start[1] === 0xff) return { label: 'utf-16be', declared: 'utf-16' }
  const [, name] = declaration.exec(start.subarray(0, 1024).toString('latin1')) ?? []
  const declared = name?.toLowerCase()
  return declared !== undefined && singleByte.test(declared)
    ? { label: declared, declared }
    : { label: 'utf-8', declared: undefined }
}

/** Returns the encoding of a document that begins with other bytes than UTF-8, or declares another one. */
export function findOtherEncoding(start: Buffer): string | undefined {
  if (isUtf16(start)) return 'UTF-16'
  const [, name] = declaration.exec(start.subarray(0, 1024).toString('latin1')) ?? []
  return name === undefined || isUtf8(name) ? undefined : name
}

/** A byte order mark, or without one the `<` of the first tag. */
const isUtf16 = (start: Buffer): boolean => ['fffe', 'feff', '3c00', '003c'].includes(start.toString('hex', 0, 2))

export const isUtf8 = (encoding: string): boolean => /^utf-?8$/i.test(encoding)

const declaration = /^(?:\u00ef\u00bb\u00bf)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/

/** Encodings in which the declaration itself is ASCII, as old exporters and converters write them. */
const singleByte = /^(us-ascii|iso-8859-(1|2|3|4|5|6|7|8|10|13|14|15)|windows-125[0-8]|koi8-r)$/
