/** Formats of pictures that get a preview (docs/api/attachments.md §5). */
export type PictureFormat = 'gif' | 'jpeg' | 'png'

/** Maximum width and height of a preview, in pixels (docs/api/attachments.md §5). */
export const previewBox = { width: 150, height: 112 } as const

/** Larger pictures get no preview, because creating one holds the picture in memory. */
export const maxPictureBytes = 67_108_864

/** Returns the picture format of a declared media type; undefined: it is no picture. */
export function detectPictureFormat(mediaType: string): PictureFormat | undefined {
  switch (/^image\/(gif|png|jpe?g)$/i.exec(mediaType)?.[1]?.toLowerCase()) {
    case 'gif':
      return 'gif'
    case 'png':
      return 'png'
    case 'jpeg':
    case 'jpg':
      return 'jpeg'
    default:
      return undefined
  }
}

const beginnings: readonly (readonly [PictureFormat, string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpeg', 'ffd8ff'],
  ['gif', '474946383761'],
  ['gif', '474946383961'],
]

/** Returns the format of the content, regardless of the declared type: the decoder gets no other content. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  return beginnings.find(([, magic]) => begin.startsWith(magic))?.[0]
}
