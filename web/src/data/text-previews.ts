import { useEffect, useRef, useState } from 'react'
import { sendChange } from './client.ts'
import { Failure } from './failure.ts'
import { computeRetryPause, hasNoAnswer, pause } from './retry.ts'

interface PreviewedText {
  readonly content: string
  readonly format: string
}

interface TextPreview {
  /** Safe HTML; undefined: none arrived yet. */
  readonly html: string | undefined
  readonly problem: string | null
}

const delayMs = 300

/**
 * The HTML of a text as the server would show it. While the text is typed, only its latest state is rendered, and the
 * previous HTML stays until the next arrives.
 */
export function useTextPreview(project: number, { content, format }: PreviewedText): TextPreview {
  const [preview, setPreview] = useState<TextPreview>({ html: undefined, problem: null })
  const wasRequested = useRef(false)
  const isEmpty = content.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    const abort = new AbortController()
    const { signal } = abort
    const wait = (ms: number): Promise<void> => pause(ms, (wake) => signal.addEventListener('abort', wake))
    const render = async (): Promise<void> => {
      if (wasRequested.current) await wait(delayMs)
      wasRequested.current = true
      for (let attempt = 0; !signal.aborted; attempt += 1) {
        try {
          const path = `/projects/${project}/text_previews`
          const { html } = await sendChange<{ readonly html: string }>('POST', path, { content, format }, { signal })
          if (!signal.aborted) setPreview({ html, problem: null })
          return
        } catch (thrown) {
          if (signal.aborted || !(thrown instanceof Failure)) return
          const { message } = thrown
          setPreview(({ html }) => ({ html, problem: message }))
          if (!hasNoAnswer(thrown)) return
          await wait(computeRetryPause(thrown, attempt))
        }
      }
    }
    void render()
    return () => abort.abort()
  }, [project, content, format, isEmpty])
  return preview
}
