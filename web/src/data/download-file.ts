import { languageHeaders } from '../texts/language.ts'
import { createOfflineFailure, parseFailure } from './failure.ts'

/** Saves a response as a file: the API answers links of a page otherwise than its requests. */
export async function downloadFile(url: string, name: string): Promise<void> {
  const response = await fetch(url, { headers: languageHeaders }).catch(() => {
    throw createOfflineFailure()
  })
  if (!response.ok) throw await parseFailure(response)
  saveFile(await response.blob(), name)
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
