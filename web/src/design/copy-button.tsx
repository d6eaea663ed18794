import { type ReactNode, useState } from 'react'
import { texts } from '../texts/texts.ts'
import { announce } from './announce.tsx'
import { Button, type ButtonKind } from './button.tsx'
import { showToast } from './toast.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly label?: string
  /** Read aloud instead, where many are called the same; it begins with the label. */
  readonly spoken?: string
  readonly kind?: ButtonKind
  readonly onCopied?: () => void
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label = texts.states.copy, spoken, kind, onCopied }: CopyButtonProps): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return showToast(texts.states.copyFailed, 'negative')
    }
    setCopied(true)
    announce(texts.states.copied)
    onCopied?.()
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button kind={kind} icon={isCopied ? 'check' : 'copy'} label={isCopied ? undefined : spoken} onPress={copy}>
      {isCopied ? texts.states.copied : label}
    </Button>
  )
}
