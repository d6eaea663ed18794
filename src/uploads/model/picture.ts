/** Pictures that have a small one beside them (docs/api/attachments.md §5). */
export type PictureFormat = 'gif' | 'jpeg' | 'png'

/** Largest width and height of the small one, in pixels (docs/api/attachments.md §5). */
export const previewBox = { width: 150, height: 112 } as const

/** Larger ones have no preview: they are held in memory to make it. */
export const maxPictureBytes = 67_108_864

/** What is declared to be a picture; undefined: something else. */
export function pictureFormat(mediaType: string): PictureFormat | undefined {
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

/** What bytes are, whatever was declared: nothing else is ever given to the library that reads pictures. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  return beginnings.find(([, magic]) => begin.startsWith(magic))?.[0]
}
