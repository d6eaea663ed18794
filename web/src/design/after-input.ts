import { flushSync } from 'react-dom'

const pending = new Map<object, () => void>()
const { port1, port2 } = new MessageChannel()
let frame = 0

/**
 * Does what a key causes, except showing its character, after the frame that shows the character. Other keys, the
 * pointer and leaving the page first do what is pending, so that they find the same state as without the delay. Later
 * work of the same owner replaces what is pending.
 */
export function afterInput(owner: object, work: () => void): void {
  // A message that is sent in a frame arrives after the frame is painted.
  if (pending.size === 0) frame = requestAnimationFrame(() => port2.postMessage(null))
  pending.set(owner, work)
}

/** Does at once what waits for a frame. */
export function doPendingInput(): void {
  if (pending.size === 0) return
  cancelAnimationFrame(frame)
  const works = [...pending.values()]
  pending.clear()
  flushSync(() => {
    for (const work of works) work()
  })
}

port1.onmessage = doPendingInput
// On the window, so before the handlers of React. A character only waits for its frame.
for (const type of ['keydown', 'pointerdown', 'click', 'focusout', 'pagehide', 'visibilitychange'])
  addEventListener(
    type,
    ({ key, ctrlKey, metaKey, altKey }: Partial<KeyboardEvent>) =>
      (key?.length === 1 && !ctrlKey && !metaKey && !altKey) || doPendingInput(),
    true,
  )
