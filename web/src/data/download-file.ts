import { languageHeaders } from '../texts/language.ts'
import { createOfflineFailure, parseFailure } from './failure.ts'

/** Saves a response as a file: the API answers links of a page otherwise than its requests. */
export async function downloadFile(url: string, name: string): Promise<void> {
  saveFile(await (await request(url)).blob(), name)
}

/** The text of a CSV file, in which names of fields have no line breaks. */
export const readCsv = async (url: string): Promise<string> => (await request(url)).text()

async function request(url: string): Promise<Response> {
  const response = await fetch(url, { headers: languageHeaders }).catch(() => {
    throw createOfflineFailure()
  })
  if (!response.ok) throw await parseFailure(response)
  return response
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
