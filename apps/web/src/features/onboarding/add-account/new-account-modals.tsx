import { onIntent } from '#web/lib/browser/on-intent.ts'
import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'
import type { NewAccountProps } from './new-account-forms.tsx'

export type { NewAccount } from './new-account-forms.tsx'

const loadDialogs = () => import('./new-account-forms.tsx').then(({ NewAccountDialogs }) => NewAccountDialogs)

/** For the buttons that open the forms. */
export const onNewAccountIntent = onIntent(loadDialogs)

/** The forms load when one opens: few who see a list add to it. */
export function NewAccountModals({ open, onClose }: NewAccountProps) {
  const { Dialog, opened } = useLoadedDialog(open !== undefined, loadDialogs, onClose)
  return Dialog && <Dialog open={opened ? open : undefined} onClose={onClose} />
}
