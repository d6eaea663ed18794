import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'

const words = svnRepositoryTexts.conflict

interface ConflictProps {
  /** How it is now. */
  readonly children: ReactNode
  readonly onMine: () => void
  readonly onTheirs: () => void
  /** Nothing is saved, and nothing typed is lost. */
  readonly onBack: () => void
}

/** Asks what to do after a concurrent change. */
export const Conflict = ({ children, onMine, onTheirs, onBack }: ConflictProps): ReactNode => (
  <Dialog title={words.title} isOpen onOpenChange={(isOpen) => !isOpen && onBack()} mustDecide>
    <p>{words.text}</p>
    {children}
    <DialogActions>
      <Button onPress={onBack} autoFocus>
        {words.back}
      </Button>
      <Button onPress={onTheirs}>{words.theirs}</Button>
      <Button kind="danger" onPress={onMine}>
        {words.mine}
      </Button>
    </DialogActions>
  </Dialog>
)
