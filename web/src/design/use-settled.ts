import { useEffect, useState } from 'react'

/** The text after a pause in typing. */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const coming = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(coming)
  }, [text, ms])
  return settled
}
