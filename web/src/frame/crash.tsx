import { Component, type ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { texts } from '../texts/texts.ts'

/** Shows that a page failed; the frame around it stays. */
export class Crash extends Component<{ readonly children: ReactNode }, { readonly problem: Error | null }> {
  override state: { readonly problem: Error | null } = { problem: null }

  static getDerivedStateFromError(problem: Error): { readonly problem: Error } {
    return { problem }
  }

  override render(): ReactNode {
    const { problem } = this.state
    if (problem === null) return this.props.children
    return (
      <EmptyState
        isPage
        icon="warning"
        title={texts.states.failed}
        action={<Button onPress={() => location.reload()}>{texts.states.again}</Button>}
      >
        {texts.states.crashed(problem.message)}
      </EmptyState>
    )
  }
}
