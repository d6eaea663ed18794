import { Component, type ReactNode, useEffect } from 'react'
import { reloadPage } from '../data/connection.ts'
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
    return problem === null ? this.props.children : <Problem problem={problem} />
  }
}

function Problem({ problem }: { readonly problem: Error }): ReactNode {
  // Browsers fail with different texts when code cannot be loaded; each contains this word.
  const isUnloaded = problem instanceof TypeError && /import/i.test(problem.message)
  useEffect(() => {
    if (!isUnloaded) return
    const load = (): void => void reloadPage()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [isUnloaded])
  return (
    <EmptyState
      isPage
      icon="warning"
      title={texts.states.failed}
      action={<Button onPress={() => void reloadPage()}>{texts.states.again}</Button>}
    >
      {isUnloaded ? texts.states.offline : texts.states.crashed(problem.message)}
    </EmptyState>
  )
}
