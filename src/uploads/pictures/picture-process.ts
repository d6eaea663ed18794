// Runs in a process of its own (started by shrink-picture.ts): its input is untrusted, and a library in C decodes it.
import { argv, cpuUsage, exit, kill, memoryUsage, pid, stdin, stdout } from 'node:process'
import { type PictureFormat, previewBox } from '../model/picture.ts'
import { pictureExitCodes } from './picture-exit-codes.ts'

const [format, size] = argv.slice(2) as [PictureFormat, string]

const maxPixels = 100_000_000
const maxMemory = 335_544_320
const maxMicroseconds = 8_000_000

// The library works in a thread of its own; an orderly exit would wait for it.
setInterval(() => {
  const { user, system } = cpuUsage()
  if (memoryUsage.rss() > maxMemory || user + system > maxMicroseconds) kill(pid, 'SIGKILL')
}, 20).unref()

const picture = await readPicture(Number(size))
const sharp = await loaded()
try {
  const small = await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ ...previewBox, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .toBuffer()
  stdout.write(small, () => exit(pictureExitCodes.created))
} catch {
  exit(pictureExitCodes.unreadable)
}

/** Allocates one buffer from the start: joining chunks would hold everything twice. */
async function readPicture(length: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(length)
  let at = 0
  for await (const piece of stdin as AsyncIterable<Buffer>) {
    piece.copy(whole, at)
    at += piece.length
  }
  return whole.subarray(0, at)
}

async function loaded() {
  try {
    const { default: library } = await import('sharp')
    library.concurrency(1)
    library.cache(false)
    // The library can read many formats, of which only these are accepted.
    library.block({ operation: ['VipsForeignLoad'] })
    library.unblock({ operation: ['Nsgif', 'Jpeg', 'Png'].map((each) => `VipsForeignLoad${each}Buffer`) })
    return library
  } catch {
    return exit(pictureExitCodes.noLibrary)
  }
}
