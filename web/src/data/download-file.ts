import { texts } from '../texts/texts.ts'
import { Failure, parseFailure } from './failure.ts'

/** Saves a response as a file: the API answers links of a page otherwise than its requests. */
export async function downloadFile(url: string, name: string): Promise<void> {
  const response = await fetch(url).catch(() => {
    throw new Failure(texts.states.offline, 0)
  })
  if (!response.ok) throw await parseFailure(response)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
